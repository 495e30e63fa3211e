import { describe, expect, test } from '@jest/globals';
import { demoPassword } from '#scripts/demo/accounts.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { openTestPortal } from './portal.ts';
import { openTables } from './rows.ts';

const portal = openTestPortal();
const { endSession, listSessions, login, logout, refreshToken, session } = routes.auth;
const fetchListStatus = async (browser: Browser, region: RegionId) =>
  (await browser.send(routes.repairs.listRepairs, region)).status;

describe('a session', () => {
  test('is held in HttpOnly cookies, without a token in the body', async () => {
    const browser = portal.openBrowser();
    const { json, setCookies } = await browser.login('nuk', 'repairs@nuk.example');
    expect(json).toEqual({
      email: 'repairs@nuk.example',
      userGroups: ['register-repairs', 'NUK'],
      isAdminUser: false,
      isRegisterReturnsAllowed: false,
      store: { storeId: 'UK-1001', storeName: 'London Oxford Street' },
      jwt_expired: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-access-nuk',
      '__Secure-refresh-nuk',
      '__Secure-device-nuk',
    ]);
    for (const cookie of setCookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
  });

  test('is refreshed with new cookies, and revoked by signing out', async () => {
    const browser = await portal.signIn('ndach', 'repairs');
    const otherSession = await portal.signIn('ndach', 'repairs');
    const oldToken = browser.jar.get('__Secure-refresh-ndach')?.value;
    expect((await browser.send(refreshToken, 'ndach')).status).toBe(200);
    expect(browser.jar.get('__Secure-refresh-ndach')?.value).not.toBe(oldToken);
    expect(await fetchListStatus(browser, 'ndach')).toBe(200);

    const stolenCookies = new Map(browser.jar);
    expect((await browser.send(logout, 'ndach')).status).toBe(200);
    // Only the device cookie remains.
    expect([...browser.jar.keys()]).toEqual(['__Secure-device-ndach']);
    for (const [name, cookie] of stolenCookies) browser.jar.set(name, cookie);
    expect(await fetchListStatus(browser, 'ndach')).toBe(401);
    expect((await browser.send(refreshToken, 'ndach')).status).toBe(401);
    expect(await fetchListStatus(otherSession, 'ndach')).toBe(200);
  });

  test('cannot be taken over by planting cookies before the sign-in (session fixation)', async () => {
    const attacker = await portal.signIn('nuk', 'repairs');
    const victim = portal.openBrowser();
    for (const [name, cookie] of attacker.jar) victim.jar.set(name, cookie);
    await victim.login('nuk', 'admin@nuk.example');
    expect(await fetchListStatus(attacker, 'nuk')).toBe(401);
    for (const [name, { value }] of attacker.jar) expect(victim.jar.get(name)?.value).not.toBe(value);
  });

  test.each(['x.y.z', 'x', '; Path=/', '"', '%00', 'a'.repeat(3000)])(
    'with a manipulated cookie (%j) is rejected',
    async (value) => {
      const browser = await portal.signIn('nuk', 'repairs');
      for (const [name, cookie] of browser.jar) browser.jar.set(name, { ...cookie, value });
      expect(await fetchListStatus(browser, 'nuk')).toBe(401);
      expect((await browser.send(refreshToken, 'nuk')).status).toBe(401);
      expect((await browser.send(logout, 'nuk')).status).toBe(200);
    },
  );

  test('is limited to its region', async () => {
    const browser = await portal.signIn('nuk', 'admin');
    await browser.login('nfr', 'admin@nfr.example');
    const { value: adminToken = '' } = browser.jar.get('__Host-access-nuk') ?? {};
    await browser.send(logout, 'nuk');
    expect([await fetchListStatus(browser, 'nfr'), await fetchListStatus(browser, 'nuk')]).toEqual([200, 401]);
    const otherUser = await portal.signIn('nuk', 'repairs');
    const { value: otherUserToken = '' } = otherUser.jar.get('__Host-access-nuk') ?? {};
    for (const token of [adminToken, otherUserToken]) {
      otherUser.jar.set('__Host-access-nfr', { value: token, path: '/' });
      expect(await otherUser.send(session, 'nfr')).toMatchObject({ status: 401, code: 'MissingCookie' });
    }
    expect(await portal.openBrowser().send(refreshToken, 'nuk')).toMatchObject({ status: 401, code: 'MissingCookie' });
  });

  test('is returned for an access token alone, and is neither rotated nor extended', async () => {
    const browser = portal.openBrowser();
    const { json: signedInUser } = await browser.login('nfr', 'admin@nfr.example');
    const { value = '' } = browser.jar.get('__Secure-refresh-nfr') ?? {};
    const rows = await openTables(portal.getCloud()).read('sessions');
    browser.jar.delete('__Secure-refresh-nfr');
    const { status, json, setCookies } = await browser.send(session, 'nfr');
    expect([status, json, setCookies]).toEqual([200, signedInUser, []]);
    expect(await openTables(portal.getCloud()).read('sessions')).toEqual(rows);
    browser.jar.delete('__Host-access-nfr');
    browser.jar.set('__Secure-refresh-nfr', { value, path: '/api/auth/nfr' });
    expect(await browser.send(session, 'nfr')).toMatchObject({ status: 401, code: 'MissingCookie' });
    expect((await browser.send(refreshToken, 'nfr')).status).toBe(200);
  });

  const anHourAgo = () => new Date(Date.now() - 61 * 60_000).toISOString();
  test.each([
    ['after twelve hours', () => ({ expiresAt: Math.floor(Date.now() / 1000) - 1 }), 401],
    ['when revoked', () => ({ revoked: true }), 401],
    ['after an hour without a refresh', () => ({ lastRefreshAt: anHourAgo() }), 200],
  ])('cannot be refreshed %s, and its cookies are cleared', async (_, values, expectedStatus) => {
    const browser = await portal.signIn('nfr', 'admin');
    await openTables(portal.getCloud()).change('sessions', ({ revoked }) => revoked === false, values());
    expect((await browser.send(session, 'nfr')).status).toBe(expectedStatus);
    expect(await browser.send(refreshToken, 'nfr')).toMatchObject({ status: 401, code: 'ExpiredToken' });
    expect([...browser.jar.keys()]).toEqual(['__Secure-device-nfr']);
    expect(await browser.send(session, 'nfr')).toMatchObject({ status: 401, code: 'MissingCookie' });
  });

  test('survives twenty tabs refreshing at once', async () => {
    const browser = await portal.signIn('nfr', 'admin');
    const cookiesBefore = new Map(browser.jar);
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const tab = portal.openBrowser();
        for (const [name, cookie] of cookiesBefore) tab.jar.set(name, cookie);
        return { status: (await tab.send(refreshToken, 'nfr')).status, tab };
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await fetchListStatus(responses[19]?.tab ?? browser, 'nfr')).toBe(200);
  });

  test.each([
    ['rejected by Cognito', refreshToken, 'x', 401],
    ['used to sign out', logout, '', 200],
  ] as const)(
    'ends for all copies of its cookies when a refresh cookie alone is %s',
    async (_, route, prefix, status) => {
      const browser = await portal.signIn('nuk', 'nothing');
      const { value = '', path = '' } = browser.jar.get('__Secure-refresh-nuk') ?? {};
      const copy = portal.openBrowser();
      copy.jar.set('__Secure-refresh-nuk', { value: `${prefix}${value}`, path });
      expect((await copy.send(route, 'nuk')).status).toBe(status);
      expect((await browser.send(session, 'nuk')).status).toBe(401);
      expect((await browser.send(refreshToken, 'nuk')).status).toBe(401);
    },
  );
});

describe('own sessions', () => {
  const email = 'returns@nuk.example';
  const userAgents = {
    till: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    tablet:
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  };
  const signInOn = async (userAgent: string) => {
    const browser = portal.openBrowser();
    const body = { email, password: demoPassword };
    expect((await browser.sendWithCaptcha(login, 'nuk', body, { 'user-agent': userAgent })).status).toBe(200);
    return browser;
  };
  const listOwnSessions = async (browser: Browser) => (await browser.send(listSessions, 'nuk')).json.sessions;

  test('are listed with their devices and can be ended', async () => {
    const startedAt = new Date().toISOString();
    const till = await signInOn(userAgents.till);
    const [user] = (await openTables(portal.getCloud()).read('users')).filter((each) => each['email'] === email);
    expect(String(user?.['lastSignInAt']) >= startedAt).toBe(true);
    const tablet = await signInOn(userAgents.tablet);
    const otherTill = await signInOn(userAgents.till);
    const sessions = await listOwnSessions(till);
    expect(sessions.map(({ device, isCurrent }) => [device.browser, device.system, isCurrent])).toEqual([
      ['chrome', 'windows', false],
      ['safari', 'ios', false],
      ['chrome', 'windows', true],
    ]);

    const tabletSession = sessions.find(({ device }) => device.system === 'ios')?.id ?? '';
    expect((await till.send(endSession, 'nuk', { body: { session: tabletSession } })).status).toBe(200);
    expect((await tablet.send(session, 'nuk')).status).toBe(401);
    expect((await tablet.send(refreshToken, 'nuk')).status).toBe(401);
    expect((await otherTill.send(session, 'nuk')).status).toBe(200);

    expect((await till.send(endSession, 'nuk', { body: {} })).status).toBe(200);
    expect((await otherTill.send(session, 'nuk')).status).toBe(401);
    expect((await till.send(session, 'nuk')).status).toBe(200);
    expect((await listOwnSessions(till)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    const events = (await openTables(portal.getCloud()).read('audit')).filter((event) => event['email'] === email);
    expect(events.map(({ action, by }) => `${action} ${by}`)).toEqual(Array(2).fill(`sessionsEnded ${email}`));
  });

  test('are all listed and ended, even among a hundred newer ones', async () => {
    const attacker = await signInOn(userAgents.till);
    const owner = await signInOn(userAgents.tablet);
    const { put, read } = openTables(portal.getCloud());
    const user = (await read('users')).find((row) => row['email'] === email);
    const sessionRow = (await read('sessions')).find(({ sub, revoked }) => sub === user?.['sub'] && revoked === false);
    const startedAt = new Date().toISOString();
    for (let count = 0; count < 101; count += 1)
      await put('sessions', { ...sessionRow, id: `nuk#later-${count}`, startedAt });
    expect((await listOwnSessions(owner)).length).toBeGreaterThanOrEqual(103);
    expect((await owner.send(endSession, 'nuk', { body: {} })).status).toBe(200);
    expect((await listOwnSessions(owner)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect((await attacker.send(session, 'nuk')).status).toBe(401);
    expect((await owner.send(session, 'nuk')).status).toBe(200);
  });

  test('never include or end those of other users', async () => {
    const otherUser = await portal.signIn('nuk', 'repairs');
    const [otherSession] = await listOwnSessions(otherUser);
    const ownBrowser = await signInOn(userAgents.till);
    expect((await listOwnSessions(ownBrowser)).map(({ id }) => id)).not.toContain(otherSession?.id);
    expect((await ownBrowser.send(endSession, 'nuk', { body: { session: otherSession?.id } })).status).toBe(200);
    expect((await otherUser.send(session, 'nuk')).status).toBe(200);
  });
});

test('logs successful sign-ins, hashes of rejected email addresses, and no cookies', async () => {
  const browser = await portal.signIn('nuk', 'both');
  await portal.openBrowser().login('nuk', 'both@nuk.example', 'Wrong-Password-1!');
  const loginLogLines = portal
    .readLogLines()
    .filter((line) => line.includes('"request"') && line.includes('/auth/{region}/login"'));
  const hash = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect(loginLogLines.slice(-2).map((line) => JSON.parse(line.slice(line.indexOf('{'))) as unknown)).toEqual([
    expect.objectContaining({ status: 200, sub: expect.any(String), source: hash, cloudFrontId: expect.any(String) }),
    expect.objectContaining({ status: 401, address: hash }),
  ]);
  const log = portal.readLogLines().join('\n');
  expect([...browser.jar.values()].filter(({ value }) => log.includes(value))).toEqual([]);
});
