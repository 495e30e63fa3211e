import { CognitoIdentityProviderClient, SetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from '@jest/globals';
import { demoPassword, invitationPassword } from '#scripts/demo/accounts.ts';
import { computeCodeAt, computeCode, toTimeStep } from '#scripts/local-cloud/cognito/totp.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { validationErrorAt } from './bookings.ts';
import { openTestPortal } from './portal.ts';
import { openTables } from './rows.ts';

const portal = openTestPortal();
const { login, setPassword, changePassword, requestCode, resetPassword, session, refreshToken } = routes.auth;
const { answerCode, listSessions, startSecondFactor, confirmSecondFactor, stopSecondFactor } = routes.auth;
const { listRepairs } = routes.repairs;
const { notice } = emailTexts.fr;
const chosenPassword = 'Chosen-Password-1!';
const createPasswordFields = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });

const isSignedIn = async (browser: Browser, region: RegionId) =>
  (await browser.send(listRepairs, region)).status === 200;

const { findMails } = portal;
const findCode = (email: string) =>
  eventually(`${email} is sent a code`, async () =>
    (await findMails(email)).flatMap(({ html }) => html.replaceAll(/<[^>]*>/g, ' ').match(/\b\d{6}\b/g) ?? []).at(-1),
  );

/** Reads the audit events of a user's own changes: action, actor, and whether a request id is recorded. */
const readAuditEvents = async (email: string) =>
  (await openTables(portal.getCloud()).read('audit'))
    .filter((event) => event['email'] === email)
    .toSorted((first, second) => String(first['at']).localeCompare(String(second['at'])))
    .map(({ action, by, requestId }) => [action, by, typeof requestId === 'string' && requestId !== '']);

test('sign-in returns the same error for wrong passwords and unknown, disabled, invited or expired accounts', async () => {
  const responses = [];
  for (const name of ['repairs', 'nobody', 'disabled', 'expired', 'invited'])
    responses.push(await portal.openBrowser().login('nuk', `${name}@nuk.example`, 'Wrong-Password-1!'));
  for (const region of regionIds)
    responses.push(await portal.openBrowser().login(region, `expired@${region}.example`, invitationPassword));
  for (const response of responses) expect(response).toMatchObject({ status: 401, code: 'NotAuthorizedException' });
});

test('a captcha token is valid only once, for signing in, requesting a code and resetting the password', async () => {
  const browser = portal.openBrowser();
  const email = 'both@nuk.example';
  for (const [route, body, firstErrorCode] of [
    [login, { email, password: 'wrong' }, 'NotAuthorizedException'],
    [requestCode, { email }, undefined],
    [resetPassword, { email, code: '123456', ...createPasswordFields(chosenPassword) }, 'CodeMismatchException'],
  ] as const) {
    const { code, captcha } = await browser.sendWithCaptcha(route, 'nuk', body);
    const codes = [code];
    for (const token of [captcha, 'guessed'])
      codes.push((await browser.send(route, 'nuk', { body: { ...body, captcha: token } })).code);
    expect(codes).toEqual([firstErrorCode, 'CaptchaFailed', 'CaptchaFailed']);
  }
});

describe.each(regionIds)('an invitation to %s', (region) => {
  const email = `invited@${region}.example`;

  test('leads from the temporary password to a chosen one, and signs in', async () => {
    const browser = portal.openBrowser();
    const { status, json } = await browser.login(region, email, invitationPassword);
    expect([status, json]).toEqual([200, { challenge: 'setPassword' }]);
    expect(await isSignedIn(browser, region)).toBe(false);

    for (const [weakPassword, rule] of [
      // The temporary password was emailed, so it must be replaced.
      [invitationPassword, 'passwordUnchanged'],
      ['Willkommen1!', 'passwordCommon'],
      [`Invited@${region}1`, 'passwordPersonal'],
    ] as const)
      expect(await browser.send(setPassword, region, { body: createPasswordFields(weakPassword) })).toMatchObject(
        validationErrorAt('newPassword', rule),
      );
    const { json: signedInUser } = await browser.send(setPassword, region, {
      body: createPasswordFields(chosenPassword),
    });
    expect(signedInUser).toMatchObject({ email });
    expect(await readAuditEvents(email)).toEqual([['passwordSet', email, true]]);
    expect(await isSignedIn(browser, region)).toBe(true);
    expect([...browser.jar.keys()].some((name) => name.includes('challenge'))).toBe(false);

    expect((await portal.openBrowser().login(region, email, invitationPassword)).code).toBe('NotAuthorizedException');
    expect((await portal.openBrowser().login(region, email, chosenPassword)).status).toBe(200);
  });
});

describe('changing the password', () => {
  test("ends all other sessions and renews this browser's cookies", async () => {
    const browser = await portal.signIn('nuk', 'both');
    const otherBrowser = await portal.signIn('nuk', 'both');
    const cookiesBefore = new Map(browser.jar);
    const body = { oldPassword: demoPassword, ...createPasswordFields(chosenPassword) };
    const { json } = await browser.send(changePassword, 'nuk', { body });
    expect(json).toMatchObject({ email: 'both@nuk.example' });
    expect(await isSignedIn(browser, 'nuk')).toBe(true);
    expect(await isSignedIn(otherBrowser, 'nuk')).toBe(false);
    expect((await otherBrowser.send(refreshToken, 'nuk')).status).toBe(401);

    const browserWithOldCookies = portal.openBrowser();
    for (const [name, cookie] of cookiesBefore) browserWithOldCookies.jar.set(name, cookie);
    expect(await isSignedIn(browserWithOldCookies, 'nuk')).toBe(false);
    expect((await portal.openBrowser().login('nuk', 'both@nuk.example', chosenPassword)).status).toBe(200);
    expect(await readAuditEvents('both@nuk.example')).toEqual([['passwordChanged', 'both@nuk.example', true]]);
  });

  test('rejects a wrong old or weak new password and keeps the session', async () => {
    const browser = await portal.signIn('ndach', 'both');
    for (const [oldPassword, newPassword, status, code] of [
      ['Wrong-Password-1!', chosenPassword, 401, 'NotAuthorizedException'],
      [demoPassword, 'Mariahilfer-1', 400, 'InvalidParameterException'],
    ] as const)
      expect(
        await browser.send(changePassword, 'ndach', { body: { oldPassword, ...createPasswordFields(newPassword) } }),
      ).toMatchObject({ status, code });
    expect(await isSignedIn(browser, 'ndach')).toBe(true);
  });
});

describe('a forgotten password', () => {
  test('is replaced with an emailed code, which ends all sessions', async () => {
    const email = 'repairs@nfr.example';
    const otherBrowser = await portal.signIn('nfr', 'repairs');
    const browser = portal.openBrowser();
    const emailsWithoutCode = ['nobody@nfr.example', 'expired@nfr.example', 'disabled@nfr.example'];
    for (const each of [...emailsWithoutCode, ' Repairs@NFR.example '])
      expect(await browser.askForCode('nfr', each)).toMatchObject({ status: 200, json: {} });
    const code = await findCode(email);
    for (const each of emailsWithoutCode) expect(await findMails(each)).toEqual([]);
    expect(code).toMatch(/^\d{6}$/);
    const wrongCode = code === '000000' ? '000001' : '000000';
    for (const each of [email, 'admin@nfr.example', 'nobody@nfr.example'])
      expect((await browser.resetPassword('nfr', each, wrongCode, chosenPassword)).code).toBe('CodeMismatchException');
    const spacedCode = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await browser.resetPassword('nfr', email, spacedCode, chosenPassword)).status).toBe(200);
    expect(await isSignedIn(otherBrowser, 'nfr')).toBe(false);
    expect((await otherBrowser.send(refreshToken, 'nfr')).status).toBe(401);
    expect((await browser.login('nfr', email, chosenPassword)).status).toBe(200);
    expect(await readAuditEvents(email)).toEqual([['passwordReset', email, true]]);
    // A code is valid once.
    expect((await browser.resetPassword('nfr', email, code, 'Other-Password-2!')).code).toBe('CodeMismatchException');
  });
});

describe('one-time codes', () => {
  const email = 'returns@ndach.example';
  const now = () => new Date();
  /** Computes a code from three minutes ago, which is rejected. */
  const computeOldCode = (secret: string) => computeCode(secret, toTimeStep(now()) - 6);

  test('can be switched on, required at sign-in, and switched off', async () => {
    const browser = await portal.signIn('ndach', 'returns');
    const otherBrowser = await portal.signIn('ndach', 'returns');
    const password = demoPassword;
    /** Sends a request and returns its error code, or its status if it has none. */
    const sendForErrorCode = async (sender: Browser, route: Route, body: object) => {
      const { status, code } = await sender.send(route, 'ndach', { body });
      return code ?? status;
    };
    /** Sends the code of the previous time step; again with a new code if that one has expired meanwhile. */
    const confirmWithPreviousCode = async (secret: string): Promise<unknown> => {
      const step = toTimeStep(now());
      const code = computeCode(secret, step - 1);
      const result = await sendForErrorCode(browser, confirmSecondFactor, {
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
      });
      const hasExpired = result === 'CodeMismatchException' && toTimeStep(now()) !== step;
      return hasExpired ? confirmWithPreviousCode(secret) : result;
    };
    expect(await sendForErrorCode(browser, startSecondFactor, { password: 'Wrong-Password-1!' })).toBe(
      'NotAuthorizedException',
    );
    const { secret } = (await browser.send(startSecondFactor, 'ndach', { body: { password } })).json;
    // A second factor is not required before it is confirmed.
    expect((await portal.openBrowser().login('ndach', email)).json).toMatchObject({ email });
    expect(await sendForErrorCode(browser, confirmSecondFactor, { code: computeOldCode(secret) })).toBe(
      'CodeMismatchException',
    );
    // Each code is valid once; codes older than the last accepted one are rejected.
    expect(await confirmWithPreviousCode(secret)).toBe(200);
    expect((await browser.send(listSessions, 'ndach')).json.secondFactor).toBe(true);
    for (const route of [session, refreshToken]) expect((await otherBrowser.send(route, 'ndach')).status).toBe(401);

    const secondBrowser = portal.openBrowser();
    expect((await secondBrowser.login('ndach', email)).json).toEqual({ challenge: 'secondFactor' });
    expect((await secondBrowser.send(session, 'ndach')).status).toBe(401);
    expect(
      (await secondBrowser.send(setPassword, 'ndach', { body: createPasswordFields(chosenPassword) })).status,
    ).toBe(401);
    await secondBrowser.login('ndach', email);
    expect(await sendForErrorCode(secondBrowser, answerCode, { code: computeOldCode(secret) })).toBe(
      'CodeMismatchException',
    );
    const secondCode = computeCode(secret, toTimeStep(now()));
    const response = await secondBrowser.send(answerCode, 'ndach', { body: { code: secondCode } });
    expect(response).toMatchObject({ status: 200, json: { email } });
    expect((await secondBrowser.send(session, 'ndach')).status).toBe(200);
    const thirdBrowser = portal.openBrowser();
    await thirdBrowser.login('ndach', email);
    expect(await sendForErrorCode(thirdBrowser, answerCode, { code: secondCode })).toBe('CodeMismatchException');

    expect(await secondBrowser.send(startSecondFactor, 'ndach', { body: { password } })).toMatchObject(
      validationErrorAt('code', 'required'),
    );
    for (const route of [startSecondFactor, stopSecondFactor])
      expect(await sendForErrorCode(secondBrowser, route, { password, code: computeOldCode(secret) })).toBe(
        'CodeMismatchException',
      );
    const currentCode = computeCode(secret, toTimeStep(now()) + 1);
    expect(await sendForErrorCode(secondBrowser, stopSecondFactor, { password, code: currentCode })).toBe(200);
    expect((await portal.openBrowser().login('ndach', email)).json).toMatchObject({ email });
    expect(await readAuditEvents(email)).toEqual([
      ['secondFactorOn', email, true],
      ['sessionsEnded', email, true],
      ['codesRefused', email, true],
      ['secondFactorOff', email, true],
    ]);
  });

  test('switched off directly in Cognito are detected at the next sign-in', async () => {
    const adminEmail = 'admin@nfr.example';
    const browser = await portal.signIn('nfr', 'admin');
    const body = { password: demoPassword };
    const { secret } = (await browser.send(startSecondFactor, 'nfr', { body })).json;
    await browser.send(confirmSecondFactor, 'nfr', { body: { code: computeCode(secret, toTimeStep(now())) } });
    const codeBrowser = portal.openBrowser();
    await codeBrowser.login('nfr', adminEmail);
    await codeBrowser.send(answerCode, 'nfr', { body: { code: computeCode(secret, toTimeStep(now()) + 1) } });

    const { endpoints, region } = portal.getCloud();
    const cognito = new CognitoIdentityProviderClient({
      endpoint: endpoints.COGNITO_IDENTITY_PROVIDER,
      region,
      credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    });
    const AccessToken = codeBrowser.jar.get('__Host-access-nfr')?.value;
    await cognito.send(
      new SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    );
    cognito.destroy();
    // The portal cannot detect this change before the next sign-in.
    expect((await codeBrowser.send(listSessions, 'nfr')).json.secondFactor).toBe(true);
    const attacker = portal.openBrowser();
    expect((await attacker.login('nfr', adminEmail)).json).toMatchObject({ email: adminEmail });
    expect((await codeBrowser.send(listSessions, 'nfr')).json.secondFactor).toBe(false);

    const { read } = openTables(portal.getCloud());
    const events = (await read('audit')).filter((event) => event.email === adminEmail);
    expect(events.find(({ action }) => action === 'reconciled')).toMatchObject({
      by: 'portal',
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
    const mail = await eventually('the notice arrives', async () =>
      (await findMails(adminEmail)).find(({ subject }) => subject === notice.secondFactorOff.subject),
    );
    expect(mail.html).toContain(notice.secondFactorOff.text.slice(0, 20));
    // Each session records whether it was started with a code: on a stage with mandatory codes, an admin's rights depend on
    // it.
    const sub = events[0]?.['sub'];
    const sessions = (await read('sessions')).filter((row) => row['sub'] === sub);
    expect(
      sessions
        .toSorted((first, second) => String(first['startedAt']).localeCompare(String(second['startedAt'])))
        .map(({ hasSecondFactor }) => hasSecondFactor),
    ).toEqual([false, true, false]);
  });

  test('are rejected after five wrong guesses, even in a new sign-in', async () => {
    const browser = await portal.signIn('nuk', 'admin');
    const { secret } = (await browser.send(startSecondFactor, 'nuk', { body: { password: demoPassword } })).json;
    await browser.send(confirmSecondFactor, 'nuk', { body: { code: computeCodeAt(secret, now()) } });
    const guesser = portal.openBrowser();
    await guesser.login('nuk', 'admin@nuk.example');
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push((await guesser.send(answerCode, 'nuk', { body: { code: computeOldCode(secret) } })).code);
    // The code that switched the second factor on was correct, so it does not count as a guess.
    expect(codes).toEqual([...Array(5).fill('CodeMismatchException'), 'LimitExceededException']);
    const otherGuesser = portal.openBrowser();
    await otherGuesser.login('nuk', 'admin@nuk.example');
    expect(
      (await otherGuesser.send(answerCode, 'nuk', { body: { code: computeCode(secret, toTimeStep(now()) + 1) } })).code,
    ).toBe('LimitExceededException');
    const lockedUser = (await openTables(portal.getCloud()).read('users')).find(
      ({ email: userEmail }) => userEmail === 'admin@nuk.example',
    );
    const { json } = await browser.send(routes.users.findUser, 'nuk', { query: { sub: String(lockedUser?.['sub']) } });
    expect(json.obstacles).toEqual([{ type: 'tooManyCodes', until: expect.any(String) }]);
  });
});
