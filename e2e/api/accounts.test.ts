import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { demoPassword, invitationPassword } from '#scripts/demo/accounts.ts';
import { codeAt, codeOfStep, stepAt } from '#scripts/local-cloud/cognito/totp.ts';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { portalForTests } from './portal.ts';
import { rowsOf } from './rows.ts';

const portal = portalForTests();
const { setPassword, changePassword, requestCode, resetPassword, session, refreshToken, logout } = routes.auth;
const { answerCode, listSessions, endSession, startSecondFactor, confirmSecondFactor, stopSecondFactor } = routes.auth;
const { listRepairs } = routes.repairs;
const chosen = 'Chosen-Password-1!';
const twice = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });

const isSignedIn = async (browser: Browser, region: RegionId) =>
  (await browser.send(listRepairs, region)).status === 200;

type Mail = { readonly to: string; readonly subject: string; readonly html: string };
const mails = async (to: string): Promise<Mail[]> => {
  const messages = (await (await fetch(`${portal.cloud().inboxUrl}/messages.json`)).json()) as Mail[];
  return messages.filter((mail) => mail.to === to);
};
const codeFor = (email: string) =>
  eventually(`${email} is sent a code`, async () =>
    (await mails(email)).flatMap(({ html }) => html.replaceAll(/<[^>]*>/g, ' ').match(/\b\d{6}\b/g) ?? []).at(-1),
  );

/** What has been written of a user's own changes: action, who did it, and whether the request is named. */
const eventsOf = async (email: string) =>
  (await rowsOf(portal.cloud()).read('audit'))
    .filter((event) => event['email'] === email)
    .toSorted((one, other) => String(one['at']).localeCompare(String(other['at'])))
    .map(({ action, by, requestId }) => [action, by, typeof requestId === 'string' && requestId !== '']);

describe('the functions’ logs', () => {
  test('say who signed in and, of who could not, a hash of the address; never an address, a password or a token', async () => {
    const region = 'nuk';
    const from = portal.lines.length;
    const browser = await portal.signIn(region, 'both');
    const refused = portal.browser();
    for (const email of ['both@nuk.example', 'canary@nuk.example'])
      await refused.login(region, email, 'Canary-Password-1!');
    await refused.send(requestCode, region, {
      body: { email: 'canary@nuk.example', captcha: 'x', 'canary-field': 1 },
    });
    await refused.send(resetPassword, region, {
      body: { email: 'canary@nuk.example', code: '123456', ...twice('Canary-Kappa-Password-1!') },
    });
    await refused.resetPassword(region, 'canary@nuk.example', '123456', 'Canary-Kappa-Password-1!');
    const lines = portal.lines.slice(from);
    const requests = lines.flatMap((line) => {
      const json = line.slice(line.indexOf('{'));
      return line.includes('"message":"request"') ? [JSON.parse(json) as Record<string, unknown>] : [];
    });
    const source = expect.stringMatching(/^[0-9a-f]{24}$/);
    const logins = requests.filter(({ route: key }) => key === 'POST /auth/{region}/login');
    expect(logins).toEqual([
      expect.objectContaining({ status: 200, sub: expect.any(String), source, cloudFrontId: expect.any(String) }),
      expect.objectContaining({ status: 401, address: expect.stringMatching(/^[0-9a-f]{24}$/) }),
      expect.objectContaining({ status: 401, address: expect.stringMatching(/^[0-9a-f]{24}$/) }),
    ]);
    expect(new Set(logins.map(({ address }) => address)).size).toBe(3);
    expect(requests).toContainEqual(
      expect.objectContaining({ code: 'InvalidParameterException', problems: '?:pattern' }),
    );
    const secrets = [...browser.jar.values()].map(({ value }) => value);
    expect(secrets.length).toBeGreaterThan(1);
    const spells = (line: string) =>
      secrets.some((secret) => line.includes(secret)) || /canary|both@|password-1/i.test(line);
    expect(lines.filter(spells)).toEqual([]);
  });
});

describe.each(regionIds)('an invitation to %s', (region) => {
  const email = `invited@${region}.example`;

  test('leads from the temporary password to one’s own, and in', async () => {
    const browser = portal.browser();
    const { status, json } = await browser.login(region, email, invitationPassword);
    expect([status, json]).toEqual([200, { challenge: 'setPassword' }]);
    expect(await isSignedIn(browser, region)).toBe(false);

    // What stands in an email must not stay the password.
    expect((await browser.send(setPassword, region, { body: twice(invitationPassword) })).json.error?.problems).toEqual(
      [{ path: 'newPassword', rule: 'passwordUnchanged' }],
    );
    expect(await browser.send(setPassword, region, { body: twice('too-weak') })).toMatchObject({
      status: 400,
      json: { error: { problems: [{ path: 'newPassword', rule: 'password' }] } },
    });
    expect(
      (await browser.send(setPassword, region, { body: { newPassword: chosen, confirmPassword: `${chosen}x` } })).json
        .error?.problems,
    ).toEqual([{ path: 'confirmPassword', rule: 'passwordsMatch' }]);
    for (const [easy, rule] of [
      ['Willkommen1!', 'passwordCommon'],
      [`Invited@${region}1`, 'passwordPersonal'],
    ] as const) {
      expect((await browser.send(setPassword, region, { body: twice(easy) })).json.error?.problems).toEqual([
        { path: 'newPassword', rule },
      ]);
    }
    expect(await browser.send(setPassword, region, { body: twice(chosen) })).toMatchObject({
      status: 200,
      json: { email },
    });
    expect(await eventsOf(email)).toEqual([['passwordSet', email, true]]);
    expect(await isSignedIn(browser, region)).toBe(true);
    expect([...browser.jar.keys()].some((name) => name.includes('challenge'))).toBe(false);

    expect((await portal.browser().login(region, email, invitationPassword)).code).toBe('NotAuthorizedException');
    expect((await portal.browser().login(region, email, chosen)).status).toBe(200);
  });

  test('that has expired answers a stranger nothing more than a wrong password does', async () => {
    expect(await portal.browser().login(region, `expired@${region}.example`, invitationPassword)).toMatchObject({
      status: 401,
      code: 'NotAuthorizedException',
    });
  });
});

test('without a challenge nobody sets a password', async () => {
  expect(await portal.browser().send(setPassword, 'nuk', { body: twice(chosen) })).toMatchObject({
    status: 401,
    code: 'MissingCookie',
  });
  const forged = portal.browser();
  forged.jar.set('__Secure-challenge-nuk', {
    value: Buffer.from('["a@b.example","x","y"]').toString('base64url'),
    path: '/',
  });
  expect(await forged.send(setPassword, 'nuk', { body: twice(chosen) })).toMatchObject({
    status: 401,
    code: 'MissingCookie',
  });
});

describe('changing the password', () => {
  test('ends every other session, and gives this browser new cookies', async () => {
    const [here, elsewhere] = [await portal.signIn('nuk', 'both'), await portal.signIn('nuk', 'both')];
    const before = new Map(here.jar);
    const body = { oldPassword: 'Portal-Demo-2026!', ...twice(chosen) };
    expect(await here.send(changePassword, 'nuk', { body })).toMatchObject({
      status: 200,
      json: { email: 'both@nuk.example' },
    });
    expect(await isSignedIn(here, 'nuk')).toBe(true);
    expect(await isSignedIn(elsewhere, 'nuk')).toBe(false);
    expect((await elsewhere.send(refreshToken, 'nuk')).status).toBe(401);

    const stolen = portal.browser();
    for (const [name, cookie] of before) stolen.jar.set(name, cookie);
    expect(await isSignedIn(stolen, 'nuk')).toBe(false);
    expect((await portal.browser().login('nuk', 'both@nuk.example', chosen)).status).toBe(200);
    expect(await eventsOf('both@nuk.example')).toEqual([['passwordChanged', 'both@nuk.example', true]]);
  });

  test.each([
    [
      'a wrong old password',
      { oldPassword: 'Wrong-Password-1!', ...twice(chosen) },
      401,
      'NotAuthorizedException',
      undefined,
    ],
    [
      'the old one as the new one',
      { oldPassword: 'Portal-Demo-2026!', ...twice('Portal-Demo-2026!') },
      400,
      'InvalidParameterException',
      'newPassword',
    ],
    [
      'a weak one',
      { oldPassword: 'Portal-Demo-2026!', ...twice('weak') },
      400,
      'InvalidParameterException',
      'newPassword',
    ],
    [
      'two that differ',
      { oldPassword: 'Portal-Demo-2026!', newPassword: chosen, confirmPassword: 'x' },
      400,
      'InvalidParameterException',
      'confirmPassword',
    ],
    ['nothing', {}, 400, 'InvalidParameterException', 'oldPassword'],
    [
      'the own address',
      { oldPassword: 'Portal-Demo-2026!', ...twice('both@Ndach123') },
      400,
      'InvalidParameterException',
      'newPassword',
    ],
    [
      'the own store',
      { oldPassword: 'Portal-Demo-2026!', ...twice('Mariahilfer-1') },
      400,
      'InvalidParameterException',
      'newPassword',
    ],
  ])('with %s is refused, and the session lives on', async (_, body, status, code, field) => {
    const browser = await portal.signIn('ndach', 'both');
    const answer = await browser.send(changePassword, 'ndach', { body });
    expect([answer.status, answer.code, answer.json.error?.problems?.[0]?.path]).toEqual([status, code, field]);
    expect(await isSignedIn(browser, 'ndach')).toBe(true);
  });
});

describe('a forgotten password', () => {
  test('is replaced with the code of the email, and every session of before is over', async () => {
    const email = 'repairs@nfr.example';
    const elsewhere = await portal.signIn('nfr', 'repairs');
    const browser = portal.browser();
    expect(await browser.askForCode('nfr', ' Repairs@NFR.example ')).toMatchObject({ status: 200, json: {} });
    const code = await codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    const other = code === '000000' ? '000001' : '000000';
    expect((await browser.resetPassword('nfr', email, other, chosen)).code).toBe('CodeMismatchException');
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await browser.resetPassword('nfr', email, spaced, chosen)).status).toBe(200);
    expect(await isSignedIn(elsewhere, 'nfr')).toBe(false);
    expect((await elsewhere.send(refreshToken, 'nfr')).status).toBe(401);
    expect((await browser.login('nfr', email, chosen)).status).toBe(200);
    expect(await eventsOf(email)).toEqual([['passwordReset', email, true]]);
    // A code serves once.
    expect((await browser.resetPassword('nfr', email, code, 'Other-Password-2!')).code).toBe('CodeMismatchException');
  });

  test('asks the same of everybody and answers the same; a code goes to whoever can use one', async () => {
    const ask = async (email: string) => {
      const { status, json, setCookies } = await portal.browser().askForCode('nuk', email);
      return JSON.stringify([status, json, setCookies]);
    };
    const strangers = ['nobody@nuk.example', 'expired@nuk.example', 'disabled@nuk.example'];
    for (const email of strangers) expect(await ask(email)).toBe('[200,{},[]]');
    expect(await ask('admin@nuk.example')).toBe('[200,{},[]]');
    await eventually('the code arrives', async () => (await mails('admin@nuk.example')).length === 1);
    for (const email of strangers) expect(await mails(email)).toEqual([]);
  });

  test('a code of somebody else, of nobody, or with letters does not fit', async () => {
    for (const email of ['admin@ndach.example', 'nobody@ndach.example']) {
      expect(await portal.browser().resetPassword('ndach', email, '123456', chosen)).toMatchObject({
        status: 400,
        code: 'CodeMismatchException',
      });
    }
    const { json } = await portal.browser().resetPassword('ndach', 'admin@ndach.example', '12345a', chosen);
    expect(json.error?.problems?.[0]?.path).toBe('code');
  });

  test('takes a tick that nobody has used before, on this site, for the code and for the password', async () => {
    const email = 'admin@nuk.example';
    const browser = portal.browser();
    const captcha = await browser.tickCaptcha();
    const ask = (token: string) => browser.send(requestCode, 'nuk', { body: { email, captcha: token } });
    const reset = (token: string) =>
      browser.send(resetPassword, 'nuk', { body: { email, code: '123456', ...twice(chosen), captcha: token } });
    expect((await ask(captcha)).status).toBe(200);
    for (const refused of [await ask(captcha), await ask('guessed'), await reset(captcha), await reset('guessed')])
      expect(refused).toMatchObject({ status: 400, code: 'CaptchaFailed' });
  });

  test.each(['returns@ndach.example', 'stranger@ndach.example'])(
    'too many requests for %s are refused for a while, known or not',
    async (email) => {
      const codes = await Promise.all(
        Array.from({ length: 7 }, async () => (await portal.browser().askForCode('ndach', email)).code),
      );
      expect(codes.filter((code) => code === 'LimitExceededException')).toHaveLength(2);
    },
  );
});

describe('failed sign-ins', () => {
  const failing = async (browser: Browser, email: string, times: number) => {
    const codes: unknown[] = [];
    for (let time = 0; time < times; time += 1)
      codes.push((await browser.login('ndach', email, 'Wrong-Password-1!')).code);
    return codes;
  };
  const refused = (times: number) => Array(times).fill('NotAuthorizedException');

  test('of strangers never lock out a browser that has signed the address in before, and only this address', async () => {
    const email = 'repairs@ndach.example';
    const till = await portal.signIn('ndach', 'repairs');
    await till.send(logout, 'ndach');
    expect(await failing(portal.browser(), email, 6)).toEqual([...refused(5), 'LimitExceededException']);
    // Cognito's own lock after five failures, which is the last of them that strangers add.
    await wait(1000);
    expect((await portal.browser().login('ndach', email)).code).toBe('LimitExceededException');
    expect((await till.login('ndach', email)).status).toBe(200);
    // Its own success gives strangers no further guesses.
    expect(await failing(portal.browser(), email, 1)).toEqual(['LimitExceededException']);
    // For an address that it has not signed in, a known browser is a stranger like any other.
    expect(await failing(till, 'somebody@ndach.example', 3)).toEqual(refused(3));
    expect(await failing(portal.browser(), 'somebody@ndach.example', 3)).toEqual([
      ...refused(2),
      'LimitExceededException',
    ]);
  });

  test('of a known browser are counted, too', async () => {
    const till = await portal.signIn('ndach', 'nothing');
    expect(till.jar.get('__Secure-device-ndach')?.path).toBe('/api/auth/ndach');
    await till.send(logout, 'ndach');
    expect(await failing(till, 'nothing@ndach.example', 6)).toEqual([...refused(5), 'LimitExceededException']);
    await wait(1000);
    expect((await portal.browser().login('ndach', 'nothing@ndach.example')).status).toBe(200);
  });

  test('are not the only ones that are counted so: a stranger’s requests for codes leave a known browser its own', async () => {
    const till = await portal.signIn('nuk', 'nothing');
    const ask = async (browser: Browser) => (await browser.askForCode('nuk', 'nothing@nuk.example')).code;
    const stranger = portal.browser();
    const codes = await Promise.all(Array.from({ length: 6 }, () => ask(stranger)));
    expect(codes.filter((code) => code === 'LimitExceededException')).toHaveLength(1);
    expect(await ask(till)).toBeUndefined();
  });
});

describe('a session’s life', () => {
  const aged = async (values: Record<string, unknown>) => {
    const browser = await portal.signIn('nfr', 'admin');
    await rowsOf(portal.cloud()).change('sessions', ({ revoked }) => revoked === false, values);
    return browser;
  };

  test('after twelve hours it is over, refreshed or not', async () => {
    const browser = await aged({ expiresAt: Math.floor(Date.now() / 1000) - 1 });
    expect(await isSignedIn(browser, 'nfr')).toBe(false);
    expect((await browser.send(refreshToken, 'nfr')).status).toBe(401);
  });

  test('a page that loads learns who is signed in, and rotates and prolongs nothing', async () => {
    const browser = portal.browser();
    const { json: signedIn } = await browser.login('nfr', 'admin@nfr.example');
    const before = new Map(browser.jar);
    const rows = await rowsOf(portal.cloud()).read('sessions');
    for (let load = 0; load < 3; load += 1) {
      const answer = await browser.send(session, 'nfr');
      expect([answer.status, answer.json, answer.setCookies]).toEqual([200, signedIn, []]);
    }
    expect(browser.jar).toEqual(before);
    expect(await rowsOf(portal.cloud()).read('sessions')).toEqual(rows);
    expect((await browser.send(refreshToken, 'nfr')).status).toBe(200);
  });

  test('a page that loads with an access token alone is told; without one it is not', async () => {
    const browser = await portal.signIn('nfr', 'admin');
    const { value: refresh = '' } = browser.jar.get('__Secure-refresh-nfr') ?? {};
    browser.jar.delete('__Secure-refresh-nfr');
    expect((await browser.send(session, 'nfr')).status).toBe(200);
    browser.jar.delete('__Host-access-nfr');
    browser.jar.set('__Secure-refresh-nfr', { value: refresh, path: '/api/auth/nfr' });
    expect(await browser.send(session, 'nfr')).toMatchObject({ status: 401, code: 'MissingCookie' });
    expect(browser.jar.get('__Secure-refresh-nfr')?.value).toBe(refresh);
  });

  test('after an hour without a refresh there is none any more, however often a page was loaded', async () => {
    const browser = await aged({ lastRefreshAt: new Date(Date.now() - 61 * 60_000).toISOString() });
    expect((await browser.send(session, 'nfr')).status).toBe(200);
    expect(await browser.send(refreshToken, 'nfr')).toMatchObject({ status: 401, code: 'ExpiredToken' });
    expect([...browser.jar.keys()]).toEqual(['__Secure-device-nfr']);
    expect(await browser.send(session, 'nfr')).toMatchObject({ status: 401, code: 'MissingCookie' });
  });

  test('whoever signed out, was revoked, or is of another region is told nothing', async () => {
    const browser = await portal.signIn('nfr', 'admin');
    const before = new Map(browser.jar);
    await browser.send(logout, 'nfr');
    for (const [name, cookie] of before) browser.jar.set(name, cookie);
    expect(await browser.send(session, 'nfr')).toMatchObject({ status: 401, code: 'ExpiredToken' });

    const revoked = await aged({ revoked: true });
    expect(await revoked.send(session, 'nfr')).toMatchObject({ status: 401, code: 'ExpiredToken' });

    const foreign = await portal.signIn('nuk', 'repairs');
    const { value = '' } = foreign.jar.get('__Host-access-nuk') ?? {};
    foreign.jar.set('__Host-access-nfr', { value, path: '/' });
    expect(await foreign.send(session, 'nfr')).toMatchObject({ status: 401, code: 'MissingCookie' });
  });

  test('a disabled user, and one of no group of the region, are told nothing', async () => {
    const { change } = rowsOf(portal.cloud());
    const isClerk = ({ email }: Record<string, unknown>) => email === 'nothing@nfr.example';
    const browser = await portal.signIn('nfr', 'nothing');
    await change('users', isClerk, { enabled: false });
    expect(await browser.send(session, 'nfr')).toMatchObject({ status: 401, code: 'ExpiredToken' });
    await change('users', isClerk, { enabled: true, groups: [] });
    expect(await browser.send(session, 'nfr')).toMatchObject({ status: 403, code: 'InsufficientAccess' });
  });

  test('fifty tabs that refresh at once all stay signed in', async () => {
    const browser = await portal.signIn('nfr', 'admin');
    const before = new Map(browser.jar);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const tab = portal.browser();
        for (const [name, cookie] of before) tab.jar.set(name, cookie);
        return { status: (await tab.send(refreshToken, 'nfr')).status, tab };
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await isSignedIn(answers[49]?.tab ?? browser, 'nfr')).toBe(true);
  });

  test('signing in anew ends the session before', async () => {
    const browser = await portal.signIn('nfr', 'admin');
    const before = new Map(browser.jar);
    await browser.login('nfr', 'admin@nfr.example');
    const old = portal.browser();
    for (const [name, cookie] of before) old.jar.set(name, cookie);
    expect(await isSignedIn(old, 'nfr')).toBe(false);
    expect(await isSignedIn(browser, 'nfr')).toBe(true);
  });

  test('signing out ends this session, not the user’s others', async () => {
    const [one, other] = [await portal.signIn('nfr', 'admin'), await portal.signIn('nfr', 'admin')];
    await one.send(logout, 'nfr');
    expect(await isSignedIn(other, 'nfr')).toBe(true);
  });
});

describe('one’s own sessions', () => {
  const email = 'returns@nuk.example';
  const agents = {
    till: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    tablet:
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  };
  const signInOn = async (userAgent: string) => {
    const browser = portal.browser();
    const body = { email, password: demoPassword, captcha: await browser.tickCaptcha() };
    expect((await browser.send(routes.auth.login, 'nuk', { body, headers: { 'user-agent': userAgent } })).status).toBe(
      200,
    );
    return browser;
  };
  const list = async (browser: Browser) => (await browser.send(listSessions, 'nuk')).json.sessions;

  test('are listed with their devices, and ended one by one, or all but this', async () => {
    const till = await signInOn(agents.till);
    const tablet = await signInOn(agents.tablet);
    const third = await signInOn(agents.till);
    const sessions = await list(till);
    expect(sessions.map(({ device, isCurrent }) => [device.browser, device.system, isCurrent])).toEqual([
      ['chrome', 'windows', false],
      ['safari', 'ios', false],
      ['chrome', 'windows', true],
    ]);

    const ofTablet = sessions.find(({ device }) => device.system === 'ios')?.id ?? '';
    expect((await till.send(endSession, 'nuk', { body: { session: ofTablet } })).status).toBe(200);
    expect((await tablet.send(session, 'nuk')).status).toBe(401);
    expect((await tablet.send(refreshToken, 'nuk')).status).toBe(401);
    expect((await third.send(session, 'nuk')).status).toBe(200);

    expect((await till.send(endSession, 'nuk', { body: {} })).status).toBe(200);
    expect((await third.send(session, 'nuk')).status).toBe(401);
    expect((await till.send(session, 'nuk')).status).toBe(200);
    expect((await list(till)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect(await eventsOf(email)).toEqual([
      ['sessionsEnded', email, true],
      ['sessionsEnded', email, true],
    ]);
  });

  test('of others are neither shown nor ended', async () => {
    const theirs = await portal.signIn('nuk', 'repairs');
    const [other] = await list(theirs);
    const mine = await signInOn(agents.till);
    expect((await list(mine)).map(({ id }) => id)).not.toContain(other?.id);
    expect((await mine.send(endSession, 'nuk', { body: { session: other?.id } })).status).toBe(200);
    expect((await theirs.send(session, 'nuk')).status).toBe(200);
  });

  test('begin with a note of when', async () => {
    const before = new Date().toISOString();
    await signInOn(agents.till);
    const [row] = (await rowsOf(portal.cloud()).read('users')).filter((each) => each['email'] === email);
    expect(String(row?.['lastSignInAt']) >= before).toBe(true);
  });
});

describe('a refused refresh', () => {
  test('ends the session for every copy of its cookies, in Cognito’s words whatever they are', async () => {
    const browser = await portal.signIn('nuk', 'nothing');
    const copy = portal.browser();
    for (const [name, cookie] of browser.jar) copy.jar.set(name, cookie);
    const { value = '' } = browser.jar.get('__Secure-refresh-nuk') ?? {};
    browser.jar.set('__Secure-refresh-nuk', { value: `x${value}`, path: '/api/auth/nuk' });
    expect(await browser.send(refreshToken, 'nuk')).toMatchObject({ status: 401, code: 'ExpiredToken' });
    expect((await copy.send(session, 'nuk')).status).toBe(401);
    expect((await copy.send(refreshToken, 'nuk')).status).toBe(401);
  });

  test('by a lone refresh cookie ends it, too', async () => {
    const browser = await portal.signIn('nuk', 'nothing');
    const thief = portal.browser();
    const { value = '' } = browser.jar.get('__Secure-refresh-nuk') ?? {};
    thief.jar.set('__Secure-refresh-nuk', { value: `x${value}`, path: '/api/auth/nuk' });
    expect((await thief.send(refreshToken, 'nuk')).status).toBe(401);
    expect((await browser.send(session, 'nuk')).status).toBe(401);
  });

  test('signing out with a lone refresh cookie ends the session', async () => {
    const browser = await portal.signIn('nuk', 'nothing');
    const copy = portal.browser();
    for (const [name, cookie] of browser.jar) copy.jar.set(name, cookie);
    browser.jar.delete('__Host-access-nuk');
    expect((await browser.send(logout, 'nuk')).status).toBe(200);
    expect((await copy.send(session, 'nuk')).status).toBe(401);
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
    expect(await browser.send(startSecondFactor, 'ndach', { body: { password: 'Wrong-Password-1!' } })).toMatchObject({
      status: 401,
      code: 'NotAuthorizedException',
    });
    const started = await browser.send(startSecondFactor, 'ndach', { body: { password: demoPassword } });
    const { secret } = started.json;
    // Nothing is asked for before it is confirmed.
    expect((await portal.browser().login('ndach', email)).json).toMatchObject({ email });
    expect(await browser.send(confirmSecondFactor, 'ndach', { body: { code: oldCode(secret) } })).toMatchObject({
      status: 400,
      code: 'CodeMismatchException',
    });
    // Each code counts once, and none that is older than one that has counted.
    const first = codeOfStep(secret, stepAt(now()) - 1);
    expect(
      await browser.send(confirmSecondFactor, 'ndach', { body: { code: `${first.slice(0, 3)} ${first.slice(3)}` } }),
    ).toMatchObject({ status: 200 });
    expect((await browser.send(listSessions, 'ndach')).json.secondFactor).toBe(true);
    expect((await elsewhere.send(session, 'ndach')).status).toBe(401);
    expect((await elsewhere.send(refreshToken, 'ndach')).status).toBe(401);

    const next = portal.browser();
    expect((await next.login('ndach', email)).json).toEqual({ challenge: 'secondFactor' });
    expect((await next.send(session, 'ndach')).status).toBe(401);
    expect(await next.send(setPassword, 'ndach', { body: twice(chosen) })).toMatchObject({ status: 401 });
    await next.login('ndach', email);
    expect(await next.send(answerCode, 'ndach', { body: { code: oldCode(secret) } })).toMatchObject({
      status: 400,
      code: 'CodeMismatchException',
    });
    const second = codeOfStep(secret, stepAt(now()));
    expect(await next.send(answerCode, 'ndach', { body: { code: second } })).toMatchObject({
      status: 200,
      json: { email },
    });
    expect((await next.send(session, 'ndach')).status).toBe(200);

    // A code counts once.
    const again = portal.browser();
    await again.login('ndach', email);
    expect(await again.send(answerCode, 'ndach', { body: { code: second } })).toMatchObject({
      code: 'CodeMismatchException',
    });

    const password = demoPassword;
    expect(await next.send(startSecondFactor, 'ndach', { body: { password } })).toMatchObject({
      status: 400,
      json: { error: { problems: [{ path: 'code', rule: 'required' }] } },
    });
    for (const route of [startSecondFactor, stopSecondFactor])
      expect(await next.send(route, 'ndach', { body: { password, code: oldCode(secret) } })).toMatchObject({
        code: 'CodeMismatchException',
      });
    const current = codeOfStep(secret, stepAt(now()) + 1);
    expect((await next.send(stopSecondFactor, 'ndach', { body: { password, code: current } })).status).toBe(200);
    expect((await portal.browser().login('ndach', email)).json).toMatchObject({ email });
    expect(await eventsOf(email)).toEqual([
      ['secondFactorOn', email, true],
      ['sessionsEnded', email, true],
      ['codesRefused', email, true],
      ['secondFactorOff', email, true],
    ]);
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
  });

  test('without a password before there is nothing to answer', async () => {
    expect(await portal.browser().send(answerCode, 'nuk', { body: { code: '123456' } })).toMatchObject({
      status: 401,
      code: 'MissingCookie',
    });
  });
});
