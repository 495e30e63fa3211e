import { describe, expect, test } from '@jest/globals';
import { regionIds, regions } from '#shared/config/regions.ts';
import { createCustomMessageTrigger } from './custom-message.ts';

const now = new Date('2026-11-21T09:30:00Z');
const site = 'https://portal.example';
const sender = { lines: ['Owner Repairs Ltd', '1 Owner Street', 'Dublin'], ask: 'repairs@owner.example' };

const buildEvent = (triggerSource: string, request: object = {}) => ({
  version: '1',
  triggerSource,
  userName: '7c1e',
  request: {
    userAttributes: { sub: '7c1e', email: 'anna@store.example' },
    codeParameter: '{####}',
    usernameParameter: '{username}',
    clientMetadata: { site },
    ...request,
  },
  response: { smsMessage: null, emailMessage: null as string | null, emailSubject: null as string | null },
});

const writeEmail = (region: keyof typeof regions, source: string, request?: object) => {
  const { emailSubject, emailMessage } = createCustomMessageTrigger({ region, sender, now: () => now })(
    buildEvent(source, request),
  ).response;
  return { subject: emailSubject ?? '', html: emailMessage ?? '' };
};
const writeInvitation = (region: keyof typeof regions, request?: object) =>
  writeEmail(region, 'CustomMessage_AdminCreateUser', request);
const writeCodeEmail = (region: keyof typeof regions, request?: object) =>
  writeEmail(region, 'CustomMessage_ForgotPassword', request);

/** Returns the text that a mail program without HTML support shows. */
const toText = (html: string) =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .replaceAll('<br>', '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .trim();

const findLink = (html: string) =>
  new URL((/ href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&#38;', '&').replaceAll('&#39;', "'"));
const readFragment = (html: string) => Object.fromEntries(new URLSearchParams(findLink(html).hash.slice(1)));

describe('invitation email', () => {
  test.each([
    ['nuk', 'en', 'Your access to the retailer support portal', 'Valid until 28 November 2026 at 09:30.'],
    ['ndach', 'de', 'Ihr Zugang zum Händlerportal', 'Gültig bis 28. November 2026 um 10:30\u00A0Uhr.'],
    ['nfr', 'fr', 'Votre accès au portail des revendeurs', 'Valable jusqu’au 28 novembre 2026 à 10:30.'],
  ] as const)("of %s uses the region's language and time zone", (region, language, subject, end) => {
    const email = writeInvitation(region);
    expect(email.subject).toBe(subject);
    expect(email.html).toContain(`<html lang="${language}">`);
    expect(email.html).toContain(`<title>${subject}</title>`);
    expect(toText(email.html)).toContain(end);
  });

  test.each(regionIds)('of %s links to the login page with email and expiry', (region) => {
    const { html } = writeInvitation(region);
    expect(findLink(html).origin + findLink(html).pathname).toBe(
      `${site}/${regions[region].prefix}/${region}/auth/login`,
    );
    expect(findLink(html).search).toBe('');
    expect(readFragment(html)).toEqual({ email: 'anna@store.example', expires: '2026-11-28T09:30:00.000Z' });
  });

  test.each(regionIds)('of %s contains both of Cognito’s placeholders', (region) => {
    expect(writeInvitation(region).html.split('{username}')).toHaveLength(2);
    expect(writeInvitation(region).html.split('{####}')).toHaveLength(2);
    expect(writeInvitation(region, { usernameParameter: '{name}', codeParameter: '{pass}' }).html).toMatch(
      /\{name\}.*\{pass\}/s,
    );
  });

  test.each(regionIds)('of %s has another subject and another introduction when resent', (region) => {
    const resentInvitation = writeInvitation(region, { clientMetadata: { site, kind: 'resent' } });
    expect(resentInvitation.subject).not.toBe(writeInvitation(region).subject);
    // The lines before it are the preheader, the site's name, a blank line, the heading and the greeting.
    const introduction = toText(writeInvitation(region).html).split('\n')[5];
    expect(toText(resentInvitation.html)).not.toContain(introduction);
    expect(resentInvitation.html).toMatch(/\{username\}.*\{####\}/s);
    expect(readFragment(resentInvitation.html)).toEqual(readFragment(writeInvitation(region).html));
  });

  test('is readable without HTML', () =>
    expect(
      toText(writeInvitation('nuk').html)
        .split('\n')
        .filter((line) => line.trim()),
    ).toEqual([
      'Valid until 28 November 2026 at 09:30.',
      '✓ Retailer support portal',
      'Your access to the retailer support portal',
      'Hello,',
      expect.stringMatching(/^You have been invited/),
      'Email',
      '{username}',
      'Temporary password',
      '{####}',
      'Sign in',
      expect.stringMatching(/^Valid until/),
      expect.stringMatching(/^If the button/),
      // To be copied by hand, so without the fragment, which the page does not need.
      `${site}/UK/nuk/auth/login`,
      expect.stringMatching(/^If you were not expecting/),
      'Retailer support portal, Owner Repairs Ltd, 1 Owner Street, Dublin',
      'Questions about the portal: repairs@owner.example',
      expect.stringMatching(/^This email was sent automatically/),
    ]));
});

test("password reset email has the code, expiry and link in the region's language", () => {
  const { html, subject } = writeCodeEmail('ndach', { usernameParameter: null });
  expect(subject).toBe('Ihr Code für ein neues Passwort');
  expect(html).toContain('<html lang="de">');
  expect(toText(html)).toContain('Gültig bis 21. November 2026 um 11:30\u00A0Uhr.');
  expect(html.split('{####}')).toHaveLength(2);
  expect(findLink(html).pathname).toBe(`/${regions.ndach.prefix}/ndach/auth/forgot-password/reset-password`);
  expect(readFragment(html)).toEqual({ email: 'anna@store.example' });
});

describe('user attributes', () => {
  const hostileEmails = [
    `"><script>alert(1)</script>@store.example`,
    `o'neil+shop&co@store.example`,
    'anna@store.example\r\nBcc: everybody@store.example',
    '{####}{username}@store.example',
  ];

  test.each(hostileEmails)('the email %j appears only in the link', (email) => {
    for (const { subject, html } of [
      writeInvitation('nuk', { userAttributes: { email } }),
      writeCodeEmail('nuk', { userAttributes: { email } }),
    ]) {
      expect(readFragment(html)['email']).toBe(email);
      expect(html).not.toContain('<script>');
      expect(html.split('{####}')).toHaveLength(2);
      expect(subject).toMatch(/^[ \w]+$/);
    }
  });

  test('other attributes do not reach the email', () => {
    const name = 'Anna\r\nBcc: everybody@store.example';
    const request = { userAttributes: { email: 'anna@store.example', name, 'custom:store': name } };
    expect(writeInvitation('nuk', request)).toEqual(writeInvitation('nuk'));
  });
});

describe('site in the metadata', () => {
  test.each([undefined, {}, { kind: 'resent' }])('%j leads to an email without links', (clientMetadata) => {
    for (const { html } of [writeInvitation('nuk', { clientMetadata }), writeCodeEmail('nuk', { clientMetadata })]) {
      expect(html).not.toMatch(/href|https:|undefined/);
      expect(html).toContain('{####}');
      expect(toText(html)).not.toContain('If the button');
    }
  });

  test.each([
    { site: '' },
    { site: 'portal.example' },
    { site: 'http://portal.example' },
    { site: 'https://portal.example/' },
    { site: 'https://portal.example/path' },
    { site: 'https://user@portal.example' },
    { site: 'https://portal.example" onclick="' },
    { site: 'javascript:alert(1)' },
  ])('%j is rejected', (clientMetadata) => {
    for (const writeEmailKind of [writeInvitation, writeCodeEmail])
      expect(() => writeEmailKind('nuk', { clientMetadata })).toThrow();
  });

  test.each([undefined, {}, { site: 'https://elsewhere.example' }, { kind: 'resent' }])(
    'is ignored if the stage has a domain: %j',
    (clientMetadata) => {
      const trigger = createCustomMessageTrigger({
        region: 'nuk',
        sender,
        ownSite: 'https://portal.example',
        now: () => now,
      });
      for (const source of ['CustomMessage_AdminCreateUser', 'CustomMessage_ForgotPassword']) {
        const { emailMessage } = trigger(buildEvent(source, { clientMetadata })).response;
        expect(findLink(emailMessage ?? '').origin).toBe('https://portal.example');
      }
    },
  );

  test.each(['https://d111111abcdef8.cloudfront.net', 'https://localhost:4100'])('%s is used for links', (origin) =>
    expect(findLink(writeInvitation('nuk', { clientMetadata: { site: origin } }).html).origin).toBe(origin),
  );
});

test.each(['CustomMessage_SignUp', 'CustomMessage_Authentication', 'PreSignUp_AdminCreateUser'])(
  'returns an event from %s unchanged',
  (source) => {
    const event = buildEvent(source, { clientMetadata: undefined });
    expect(createCustomMessageTrigger({ region: 'nuk', sender, now: () => now })(event)).toBe(event);
  },
);

test('emails stay well below Cognito’s 20,000 characters', () => {
  for (const region of regionIds) expect(writeInvitation(region).html.length).toBeLessThan(10_000);
});
