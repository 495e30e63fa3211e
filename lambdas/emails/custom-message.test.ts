import { describe, expect, test } from '@jest/globals';
import { regionIds, regions } from '#shared/regions.ts';
import { customMessage } from './custom-message.ts';

const now = new Date('2026-11-21T09:30:00Z');
const site = 'https://portal.example';
const writer = { lines: ['Owner Repairs Ltd', '1 Owner Street', 'Dublin'], ask: 'repairs@owner.example' };

const asked = (triggerSource: string, request: object = {}) => ({
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

const written = (region: keyof typeof regions, source: string, request?: object) => {
  const { emailSubject, emailMessage } = customMessage({ region, writer, now: () => now })(
    asked(source, request),
  ).response;
  return { subject: emailSubject ?? '', html: emailMessage ?? '' };
};
const invited = (region: keyof typeof regions, request?: object) =>
  written(region, 'CustomMessage_AdminCreateUser', request);
const codeSent = (region: keyof typeof regions, request?: object) =>
  written(region, 'CustomMessage_ForgotPassword', request);

/** As a mail program without HTML shows it. */
const asText = (html: string) =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .replaceAll('<br>', '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .trim();

const href = (html: string) =>
  new URL((/ href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&#38;', '&').replaceAll('&#39;', "'"));
const told = (html: string) => Object.fromEntries(new URLSearchParams(href(html).hash.slice(1)));

describe('an invitation', () => {
  test.each([
    ['nuk', 'en', 'Your access to the retailer support portal', 'Valid until 28 November 2026 at 09:30.'],
    ['ndach', 'de', 'Ihr Zugang zum Händlerportal', 'Gültig bis 28. November 2026 um 10:30\u00A0Uhr.'],
    ['nfr', 'fr', 'Votre accès au portail des revendeurs', 'Valable jusqu’au 28 novembre 2026 à 10:30.'],
  ] as const)(
    "of %s is in the region's language and says its end by the region's clocks",
    (region, language, subject, end) => {
      const email = invited(region);
      expect(email.subject).toBe(subject);
      expect(email.html).toContain(`<html lang="${language}">`);
      expect(email.html).toContain(`<title>${subject}</title>`);
      expect(asText(email.html)).toContain(end);
    },
  );

  test.each(regionIds)(
    'of %s leads to its login page with the address and the end of the invitation filled in',
    (region) => {
      const { html } = invited(region);
      expect(href(html).origin + href(html).pathname).toBe(`${site}/${regions[region].prefix}/${region}/auth/login`);
      expect(href(html).search).toBe('');
      expect(told(html)).toEqual({ email: 'anna@store.example', expires: '2026-11-28T09:30:00.000Z' });
    },
  );

  test.each(regionIds)('of %s has both places that Cognito fills in, spelled as Cognito gave them', (region) => {
    expect(invited(region).html.split('{username}')).toHaveLength(2);
    expect(invited(region).html.split('{####}')).toHaveLength(2);
    expect(invited(region, { usernameParameter: '{name}', codeParameter: '{pass}' }).html).toMatch(
      /\{name\}.*\{pass\}/s,
    );
  });

  test.each(regionIds)('of %s that is sent again says that the earlier password is void', (region) => {
    const again = invited(region, { clientMetadata: { site, kind: 'resent' } });
    expect(again.subject).not.toBe(invited(region).subject);
    expect(asText(again.html)).not.toContain(asText(invited(region).html).split('\n')[5]);
    expect(again.html).toMatch(/\{username\}.*\{####\}/s);
    expect(told(again.html)).toEqual(told(invited(region).html));
  });

  test('reads as text', () =>
    expect(
      asText(invited('nuk').html)
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
      // To be copied: what the link says beyond it is noise, and the page does without.
      `${site}/UK/nuk/auth/login`,
      expect.stringMatching(/^If you were not expecting/),
      'Retailer support portal, Owner Repairs Ltd, 1 Owner Street, Dublin',
      'Questions about the portal: repairs@owner.example',
      expect.stringMatching(/^This email was sent automatically/),
    ]));
});

test("a code for a forgotten password is in the region's language, holds for an hour and leads to the reset page", () => {
  const { html, subject } = codeSent('ndach', { usernameParameter: null });
  expect(subject).toBe('Ihr Code für ein neues Passwort');
  expect(html).toContain('<html lang="de">');
  expect(asText(html)).toContain('Gültig bis 21. November 2026 um 11:30\u00A0Uhr.');
  expect(html.split('{####}')).toHaveLength(2);
  expect(href(html).pathname).toBe(`/${regions.ndach.prefix}/ndach/auth/forgot-password/reset-password`);
  expect(told(html)).toEqual({ email: 'anna@store.example' });
});

describe('what a user is called', () => {
  const hostile = [
    `"><script>alert(1)</script>@store.example`,
    `o'neil+shop&co@store.example`,
    'anna@store.example\r\nBcc: everybody@store.example',
    '{####}{username}@store.example',
  ];

  test.each(hostile)('%j is part of the link and nothing else', (email) => {
    for (const { subject, html } of [
      invited('nuk', { userAttributes: { email } }),
      codeSent('nuk', { userAttributes: { email } }),
    ]) {
      expect(told(html)['email']).toBe(email);
      expect(html).not.toContain('<script>');
      expect(html.split('{####}')).toHaveLength(2);
      expect(subject).toMatch(/^[ \w]+$/);
    }
  });

  test('no other attribute reaches the email at all', () => {
    const name = 'Anna\r\nBcc: everybody@store.example';
    const request = { userAttributes: { email: 'anna@store.example', name, 'custom:store': name } };
    expect(invited('nuk', request)).toEqual(invited('nuk'));
  });
});

describe('the site that the caller names', () => {
  test.each([undefined, {}, { kind: 'resent' }])('%j is none: an email without links', (clientMetadata) => {
    for (const { html } of [invited('nuk', { clientMetadata }), codeSent('nuk', { clientMetadata })]) {
      expect(html).not.toMatch(/href|https:|undefined/);
      expect(html).toContain('{####}');
      expect(asText(html)).not.toContain('If the button');
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
  ])('%j is refused', (clientMetadata) => {
    for (const send of [invited, codeSent]) expect(() => send('nuk', { clientMetadata })).toThrow();
  });

  test.each([undefined, {}, { site: 'https://elsewhere.example' }, { kind: 'resent' }])(
    'counts for nothing where the stage has a domain: with %j links lead there',
    (clientMetadata) => {
      const write = customMessage({ region: 'nuk', writer, ownSite: 'https://portal.example', now: () => now });
      for (const source of ['CustomMessage_AdminCreateUser', 'CustomMessage_ForgotPassword']) {
        const { emailMessage } = write(asked(source, { clientMetadata })).response;
        expect(href(emailMessage ?? '').origin).toBe('https://portal.example');
      }
    },
  );

  test.each(['https://d111111abcdef8.cloudfront.net', 'https://localhost:4100'])(
    '%s is where the links lead',
    (origin) => expect(href(invited('nuk', { clientMetadata: { site: origin } }).html).origin).toBe(origin),
  );
});

test.each(['CustomMessage_SignUp', 'CustomMessage_Authentication', 'PreSignUp_AdminCreateUser'])(
  '%s goes back as it came',
  (source) => {
    const event = asked(source, { clientMetadata: undefined });
    expect(customMessage({ region: 'nuk', writer, now: () => now })(event)).toBe(event);
  },
);

test('an email is well below the 20,000 signs that Cognito takes', () => {
  for (const region of regionIds) expect(invited(region).html.length).toBeLessThan(10_000);
});
