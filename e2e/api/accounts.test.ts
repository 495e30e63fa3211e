import { CognitoIdentityProviderClient, SetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import { demoPassword, invitationPassword } from '#scripts/demo/accounts.ts';
import { codeAt, codeOfStep, stepAt } from '#scripts/local-cloud/cognito/totp.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import { refusedAt } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { rowsOf } from './rows.ts';

const portal = portalForTests();
const { login, setPassword, changePassword, requestCode, resetPassword, session, refreshToken } = routes.auth;
const { answerCode, listSessions, startSecondFactor, confirmSecondFactor, stopSecondFactor } = routes.auth;
const { listRepairs } = routes.repairs;
const { notice } = emailTexts.fr;
const chosen = 'Chosen-Password-1!';
const twice = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });

const isSignedIn = async (browser: Browser, region: RegionId) =>
  (await browser.send(listRepairs, region)).status === 200;

const { mailsTo } = portal;
const codeFor = (email: string) =>
  eventually(`${email} is sent a code`, async () =>
    (await mailsTo(email)).flatMap(({ html }) => html.replaceAll(/<[^>]*>/g, ' ').match(/\b\d{6}\b/g) ?? []).at(-1),
  );

/** What has been written of a user's own changes: action, who did it, and whether the request is named. */
const eventsOf = async (email: string) =>
  (await rowsOf(portal.cloud()).read('audit'))
    .filter((event) => event['email'] === email)
    .toSorted((one, other) => String(one['at']).localeCompare(String(other['at'])))
    .map(({ action, by, requestId }) => [action, by, typeof requestId === 'string' && requestId !== '']);

test('wrong password, unknown, disabled, expired and invited addresses all answer the same, and so does the right one of an invitation that has expired', async () => {
  const answers = [];
  for (const name of ['repairs', 'nobody', 'disabled', 'expired', 'invited'])
    answers.push(await portal.browser().login('nuk', `${name}@nuk.example`, 'Wrong-Password-1!'));
  for (const region of regionIds)
    answers.push(await portal.browser().login(region, `expired@${region}.example`, invitationPassword));
  for (const answer of answers) expect(answer).toMatchObject({ status: 401, code: 'NotAuthorizedException' });
});

test('a tick of the captcha serves once, for a sign-in, a code and a new password alike', async () => {
  const browser = portal.browser();
  const email = 'both@nuk.example';
  for (const [route, body, first] of [
    [login, { email, password: 'wrong' }, 'NotAuthorizedException'],
    [requestCode, { email }, undefined],
    [resetPassword, { email, code: '123456', ...twice(chosen) }, 'CodeMismatchException'],
  ] as const) {
    const captcha = await browser.tickCaptcha();
    const codes = [];
    for (const token of [captcha, captcha, 'guessed'])
      codes.push((await browser.send(route, 'nuk', { body: { ...body, captcha: token } })).code);
    expect(codes).toEqual([first, 'CaptchaFailed', 'CaptchaFailed']);
  }
});

describe.each(regionIds)('an invitation to %s', (region) => {
  const email = `invited@${region}.example`;

  test('leads from the temporary password to one’s own, and in', async () => {
    const browser = portal.browser();
    const { status, json } = await browser.login(region, email, invitationPassword);
    expect([status, json]).toEqual([200, { challenge: 'setPassword' }]);
    expect(await isSignedIn(browser, region)).toBe(false);

    for (const [easy, rule] of [
      // What stands in an email must not stay the password.
      [invitationPassword, 'passwordUnchanged'],
      ['Willkommen1!', 'passwordCommon'],
      [`Invited@${region}1`, 'passwordPersonal'],
    ] as const)
      expect(await browser.send(setPassword, region, { body: twice(easy) })).toMatchObject(
        refusedAt('newPassword', rule),
      );
    const { json: set } = await browser.send(setPassword, region, { body: twice(chosen) });
    expect(set).toMatchObject({ email });
    expect(await eventsOf(email)).toEqual([['passwordSet', email, true]]);
    expect(await isSignedIn(browser, region)).toBe(true);
    expect([...browser.jar.keys()].some((name) => name.includes('challenge'))).toBe(false);

    expect((await portal.browser().login(region, email, invitationPassword)).code).toBe('NotAuthorizedException');
    expect((await portal.browser().login(region, email, chosen)).status).toBe(200);
  });
});

describe('changing the password', () => {
  test('ends every other session, and gives this browser new cookies', async () => {
    const [here, elsewhere] = [await portal.signIn('nuk', 'both'), await portal.signIn('nuk', 'both')];
    const before = new Map(here.jar);
    const body = { oldPassword: demoPassword, ...twice(chosen) };
    const { json } = await here.send(changePassword, 'nuk', { body });
    expect(json).toMatchObject({ email: 'both@nuk.example' });
    expect(await isSignedIn(here, 'nuk')).toBe(true);
    expect(await isSignedIn(elsewhere, 'nuk')).toBe(false);
    expect((await elsewhere.send(refreshToken, 'nuk')).status).toBe(401);

    const stolen = portal.browser();
    for (const [name, cookie] of before) stolen.jar.set(name, cookie);
    expect(await isSignedIn(stolen, 'nuk')).toBe(false);
    expect((await portal.browser().login('nuk', 'both@nuk.example', chosen)).status).toBe(200);
    expect(await eventsOf('both@nuk.example')).toEqual([['passwordChanged', 'both@nuk.example', true]]);
  });

  test('with a wrong old one, or to one that the own store is in, is refused, and the session lives on', async () => {
    const browser = await portal.signIn('ndach', 'both');
    for (const [oldPassword, newPassword, status, code] of [
      ['Wrong-Password-1!', chosen, 401, 'NotAuthorizedException'],
      [demoPassword, 'Mariahilfer-1', 400, 'InvalidParameterException'],
    ] as const)
      expect(
        await browser.send(changePassword, 'ndach', { body: { oldPassword, ...twice(newPassword) } }),
      ).toMatchObject({ status, code });
    expect(await isSignedIn(browser, 'ndach')).toBe(true);
  });
});

describe('a forgotten password', () => {
  test('is replaced with the code of the email, and every session of before is over', async () => {
    const email = 'repairs@nfr.example';
    const elsewhere = await portal.signIn('nfr', 'repairs');
    const browser = portal.browser();
    const strangers = ['nobody@nfr.example', 'expired@nfr.example', 'disabled@nfr.example'];
    for (const each of [...strangers, ' Repairs@NFR.example '])
      expect(await browser.askForCode('nfr', each)).toMatchObject({ status: 200, json: {} });
    const code = await codeFor(email);
    for (const each of strangers) expect(await mailsTo(each)).toEqual([]);
    expect(code).toMatch(/^\d{6}$/);
    const other = code === '000000' ? '000001' : '000000';
    for (const each of [email, 'admin@nfr.example', 'nobody@nfr.example'])
      expect((await browser.resetPassword('nfr', each, other, chosen)).code).toBe('CodeMismatchException');
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await browser.resetPassword('nfr', email, spaced, chosen)).status).toBe(200);
    expect(await isSignedIn(elsewhere, 'nfr')).toBe(false);
    expect((await elsewhere.send(refreshToken, 'nfr')).status).toBe(401);
    expect((await browser.login('nfr', email, chosen)).status).toBe(200);
    expect(await eventsOf(email)).toEqual([['passwordReset', email, true]]);
    // A code serves once.
    expect((await browser.resetPassword('nfr', email, code, 'Other-Password-2!')).code).toBe('CodeMismatchException');
  });
});

describe('one-time codes', () => {
  const email = 'returns@ndach.example';
  const now = () => new Date();
  /** One that was shown three minutes ago. */
  const oldCode = (secret: string) => codeOfStep(secret, stepAt(now()) - 6);

  test('are switched on with password and code, which ends other sessions, asked for at sign-in, and changed or switched off with password and code', async () => {
    const browser = await portal.signIn('ndach', 'returns');
    const elsewhere = await portal.signIn('ndach', 'returns');
    const password = demoPassword;
    const asked = async (who: Browser, route: Route, body: object) => {
      const { status, code } = await who.send(route, 'ndach', { body });
      return code ?? status;
    };
    expect(await asked(browser, startSecondFactor, { password: 'Wrong-Password-1!' })).toBe('NotAuthorizedException');
    const { secret } = (await browser.send(startSecondFactor, 'ndach', { body: { password } })).json;
    // Nothing is asked for before it is confirmed.
    expect((await portal.browser().login('ndach', email)).json).toMatchObject({ email });
    expect(await asked(browser, confirmSecondFactor, { code: oldCode(secret) })).toBe('CodeMismatchException');
    // Each code counts once, and none that is older than one that has counted.
    const first = codeOfStep(secret, stepAt(now()) - 1);
    expect(await asked(browser, confirmSecondFactor, { code: `${first.slice(0, 3)} ${first.slice(3)}` })).toBe(200);
    expect((await browser.send(listSessions, 'ndach')).json.secondFactor).toBe(true);
    for (const route of [session, refreshToken]) expect((await elsewhere.send(route, 'ndach')).status).toBe(401);

    const next = portal.browser();
    expect((await next.login('ndach', email)).json).toEqual({ challenge: 'secondFactor' });
    expect((await next.send(session, 'ndach')).status).toBe(401);
    expect((await next.send(setPassword, 'ndach', { body: twice(chosen) })).status).toBe(401);
    await next.login('ndach', email);
    expect(await asked(next, answerCode, { code: oldCode(secret) })).toBe('CodeMismatchException');
    const second = codeOfStep(secret, stepAt(now()));
    const answer = await next.send(answerCode, 'ndach', { body: { code: second } });
    expect(answer).toMatchObject({ status: 200, json: { email } });
    expect((await next.send(session, 'ndach')).status).toBe(200);
    const again = portal.browser();
    await again.login('ndach', email);
    expect(await asked(again, answerCode, { code: second })).toBe('CodeMismatchException');

    expect(await next.send(startSecondFactor, 'ndach', { body: { password } })).toMatchObject(
      refusedAt('code', 'required'),
    );
    for (const route of [startSecondFactor, stopSecondFactor])
      expect(await asked(next, route, { password, code: oldCode(secret) })).toBe('CodeMismatchException');
    const current = codeOfStep(secret, stepAt(now()) + 1);
    expect(await asked(next, stopSecondFactor, { password, code: current })).toBe(200);
    expect((await portal.browser().login('ndach', email)).json).toMatchObject({ email });
    expect(await eventsOf(email)).toEqual([
      ['secondFactorOn', email, true],
      ['sessionsEnded', email, true],
      ['codesRefused', email, true],
      ['secondFactorOff', email, true],
    ]);
  });

  test('switched off past the portal, by an access token at Cognito, are off here at the next sign-in, with an event and an email', async () => {
    const who = 'admin@nfr.example';
    const browser = await portal.signIn('nfr', 'admin');
    const body = { password: demoPassword };
    const { secret } = (await browser.send(startSecondFactor, 'nfr', { body })).json;
    await browser.send(confirmSecondFactor, 'nfr', { body: { code: codeOfStep(secret, stepAt(now()) - 1) } });
    const withCode = portal.browser();
    await withCode.login('nfr', who);
    await withCode.send(answerCode, 'nfr', { body: { code: codeOfStep(secret, stepAt(now())) } });

    const { endpoints, region } = portal.cloud();
    const cognito = new CognitoIdentityProviderClient({
      endpoint: endpoints.COGNITO_IDENTITY_PROVIDER,
      region,
      credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    });
    const AccessToken = withCode.jar.get('__Host-access-nfr')?.value;
    await cognito.send(
      new SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    );
    cognito.destroy();
    // Nothing tells of it before a sign-in.
    expect((await withCode.send(listSessions, 'nfr')).json.secondFactor).toBe(true);
    const thief = portal.browser();
    expect((await thief.login('nfr', who)).json).toMatchObject({ email: who });
    expect((await withCode.send(listSessions, 'nfr')).json.secondFactor).toBe(false);

    const { read } = rowsOf(portal.cloud());
    const events = (await read('audit')).filter(({ email: address }) => address === who);
    expect(events.find(({ action }) => action === 'reconciled')).toMatchObject({
      by: 'portal',
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
    const told = await eventually('the owner is told', async () =>
      (await mailsTo(who)).find(({ subject }) => subject === notice.secondFactorOff.subject),
    );
    expect(told.html).toContain(notice.secondFactorOff.text.slice(0, 20));
    // What an admin may do where codes are demanded depends on how the session began.
    const sub = events[0]?.['sub'];
    const sessions = (await read('sessions')).filter((row) => row['sub'] === sub);
    expect(
      sessions
        .toSorted((one, other) => String(one['startedAt']).localeCompare(String(other['startedAt'])))
        .map(({ hasSecondFactor }) => hasSecondFactor),
    ).toEqual([false, true, false]);
  });

  test('cannot be guessed: the sixth is refused, even by a new sign-in', async () => {
    const browser = await portal.signIn('nuk', 'admin');
    const { secret } = (await browser.send(startSecondFactor, 'nuk', { body: { password: demoPassword } })).json;
    await browser.send(confirmSecondFactor, 'nuk', { body: { code: codeAt(secret, now()) } });
    const guesser = portal.browser();
    await guesser.login('nuk', 'admin@nuk.example');
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push((await guesser.send(answerCode, 'nuk', { body: { code: oldCode(secret) } })).code);
    // The one that switched them on is forgotten: it was right.
    expect(codes).toEqual([...Array(5).fill('CodeMismatchException'), 'LimitExceededException']);
    const other = portal.browser();
    await other.login('nuk', 'admin@nuk.example');
    expect((await other.send(answerCode, 'nuk', { body: { code: codeOfStep(secret, stepAt(now()) + 1) } })).code).toBe(
      'LimitExceededException',
    );
    const locked = (await rowsOf(portal.cloud()).read('users')).find(({ email: who }) => who === 'admin@nuk.example');
    const { json } = await browser.send(routes.users.findUser, 'nuk', { query: { sub: String(locked?.['sub']) } });
    expect(json.obstacles).toEqual([{ type: 'tooManyCodes', until: expect.any(String) }]);
  });
});
