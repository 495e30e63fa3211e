import { describe, expect, test } from '@jest/globals';
import { findStage } from '#infra/stages.ts';
import { demoAccounts } from '#scripts/demo/accounts.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { originSecretHeader, requestHeader } from '#shared/http.ts';
import { isInAudience } from '#shared/policies.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds, regions } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import { portalForTests } from './portal.ts';
import { rowsOf } from './rows.ts';

const portal = portalForTests();
const guarded: [string, Route][] = Object.values(routes)
  .flatMap((feature) => Object.values<Route>(feature))
  .filter(({ audience }) => audience !== 'anyone')
  .map((route) => [`${route.method} ${route.path}`, route]);
const unsafe = Object.values(routes)
  .flatMap((feature) => Object.values<Route>(feature))
  .filter(({ method }) => method !== 'GET')
  .map((route): [string, Route] => [`${route.method} ${route.path}`, route]);

type Matches = (row: Record<string, unknown>) => boolean;

/** An empty input gets past the groups; most routes then miss a field. */
const emptyInputStatus = (route: Route) => (route.input.safeParse({ region: 'nuk' }).success ? route.status : 400);

const hasReturns = (region: RegionId) => findStage('local').regions[region].returnsAvailable;

const body = (route: Route) => (route.method === 'GET' ? {} : { body: {} });

describe.each(guarded)('%s', (_, route) => {
  test.each(regionIds)('in %s is closed to whoever has not signed in', async (region) => {
    expect(await portal.browser().send(route, region, body(route))).toMatchObject({
      status: 401,
      code: 'MissingCookie',
    });
  });

  test.each(
    demoAccounts
      .filter(({ state }) => state === 'active')
      .map(({ region, email, roles }) => ({ region, email, roles })),
  )('answers $email by the declared audience, and only in the own region', async ({ region, email, roles }) => {
    const browser = await portal.signedIn(region, email.replace(/@.*/, ''));
    const { status } = await browser.send(route, region, body(route));
    const isLetIn =
      isInAudience({ userGroups: [regions[region].group, ...roles] }, route.audience) &&
      (!route.needsReturns || hasReturns(region));
    expect(status).toBe(isLetIn ? emptyInputStatus(route) : 403);
    // The cookies are asked for before the groups: whoever may do most stands for all.
    if (!roles.includes('admin')) return;
    for (const other of regionIds.filter((id) => id !== region))
      expect((await browser.send(route, other, body(route))).status).toBe(401);
  });
});

describe.each(unsafe)('%s', (_, route) => {
  test.each([
    ['our header missing', { [requestHeader.name]: '' }],
    ['a cross-site page', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site page', { 'sec-fetch-site': 'same-site' }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
    ['a foreign Origin without Fetch Metadata', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a null Origin without Fetch Metadata', { 'sec-fetch-site': '', origin: 'null' }],
  ])('refuses %s', async (__, headers) => {
    const browser = await portal.signedIn('nuk', 'admin');
    expect(await browser.send(route, 'nuk', { ...body(route), headers })).toMatchObject({
      status: 403,
      code: 'InsufficientAccess',
    });
  });
});

describe.each(unsafe)('%s', (_, route) => {
  test.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('takes no %s', async (__, headers) => {
    const browser = await portal.signedIn('ndach', 'admin');
    expect(await browser.send(route, 'ndach', { body: '{"x":1}', headers })).toMatchObject({
      status: 415,
      code: 'UnsupportedMediaType',
    });
  });
});

describe('whoever may no longer', () => {
  test.each([
    [
      'disabled',
      'both@ndach.example',
      (row: Matches) => rowsOf(portal.cloud()).change('users', row, { enabled: false }),
    ],
    ['deleted', 'returns@ndach.example', (row: Matches) => rowsOf(portal.cloud()).remove('users', row)],
  ])(
    '%s since: %s is turned away by every route of every region',
    async (_, email, end) => {
      const browser = portal.browser();
      await browser.login('ndach', email);
      await end((row) => row['email'] === email);
      for (const [, route] of guarded) {
        const answers = await Promise.all(regionIds.map((region) => browser.send(route, region, body(route))));
        expect(answers.map(({ status }) => status)).toEqual(regionIds.map(() => 401));
      }
      expect((await portal.browser().login('ndach', email)).status).toBe(401);
    },
    60_000,
  );
});

describe('around the portal', () => {
  test('the API’s own address answers nobody but CloudFront', async () => {
    const [apiUrl] = portal.cloud().apiUrls;
    for (const secret of ['', 'guess']) {
      const response = await fetch(`${apiUrl}/api/auth/nuk/refresh-token`, {
        method: 'POST',
        headers: {
          [originSecretHeader]: secret,
          [requestHeader.name]: requestHeader.value,
          'sec-fetch-site': 'same-origin',
        },
      });
      expect(response.status).toBe(403);
    }
  });

  test('an unknown region is a 404, an unknown route the gateway’s own', async () => {
    const browser = portal.browser();
    expect(await browser.send(routes.auth.login, 'mars', { body: {} })).toMatchObject({
      status: 404,
      code: 'NotFound',
    });
    const { siteUrl } = portal.cloud();
    const response = await fetch(`${siteUrl}/api/nothing/here`);
    expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
  });

  test('a browser without Fetch Metadata is told by its Origin', async () => {
    const { siteUrl } = portal.cloud();
    const ask = async (origin: string) =>
      (
        await fetch(`${siteUrl}/api/auth/nuk/logout`, {
          method: 'POST',
          headers: { [requestHeader.name]: requestHeader.value, origin },
        })
      ).status;
    expect(await ask(siteUrl)).toBe(200);
    expect(await ask('http://evil.example')).toBe(403);
  });
});

const sessionOf = (browser: Browser, region: RegionId) => browser.send(routes.repairs.listRepairs, region);

describe('a session', () => {
  test('no token stands in a body; the cookies are out of scripts’ reach', async () => {
    const browser = portal.browser();
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

  test('wrong password, unknown, disabled and invited addresses all answer the same', async () => {
    const answers = [];
    for (const email of ['repairs@nuk.example', 'nobody@nuk.example', 'disabled@nuk.example', 'invited@nuk.example']) {
      const { status, json } = await portal.browser().login('nuk', email, 'Wrong-Password-1!');
      answers.push({ status, code: json.error?.code });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"status":401,"code":"NotAuthorizedException"}']),
    );
  });

  test('a captcha serves once', async () => {
    const browser = portal.browser();
    const captcha = await browser.tickCaptcha();
    const login = () =>
      browser.send(routes.auth.login, 'nuk', { body: { email: 'both@nuk.example', password: 'wrong', captcha } });
    expect((await login()).code).toBe('NotAuthorizedException');
    expect((await login()).code).toBe('CaptchaFailed');
  });

  test.each(['returns@nuk.example', 'stranger@nuk.example'])(
    'too many failures for %s are refused for a while, known or not',
    async (email) => {
      const codes = [];
      for (let count = 0; count < 7; count += 1)
        codes.push((await portal.browser().login('nuk', email, 'Wrong-Password-1!')).code);
      expect(codes).toEqual([
        ...Array(5).fill('NotAuthorizedException'),
        'LimitExceededException',
        'LimitExceededException',
      ]);
    },
  );

  test('is refreshed with new cookies, and ends with sign-out, on the server too', async () => {
    const browser = await portal.signIn('ndach', 'repairs');
    const before = new Map(browser.jar);
    expect((await browser.send(routes.auth.refreshToken, 'ndach')).status).toBe(200);
    expect(browser.jar.get('__Secure-refresh-ndach')?.value).not.toBe(before.get('__Secure-refresh-ndach')?.value);
    expect((await sessionOf(browser, 'ndach')).status).toBe(200);

    const stolen = new Map(browser.jar);
    expect((await browser.send(routes.auth.logout, 'ndach')).status).toBe(200);
    // What is left opens nothing.
    expect([...browser.jar.keys()]).toEqual(['__Secure-device-ndach']);
    for (const [name, cookie] of stolen) browser.jar.set(name, cookie);
    expect((await sessionOf(browser, 'ndach')).status).toBe(401);
    expect((await browser.send(routes.auth.refreshToken, 'ndach')).status).toBe(401);
  });

  test('of three regions at once fits into the headers that API Gateway takes', async () => {
    const browser = portal.browser();
    for (const region of regionIds) expect((await browser.login(region, `admin@${region}.example`)).status).toBe(200);
    const cookies = [...browser.jar]
      .filter(([, { path }]) => '/api/auth/nuk/logout'.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    // Tokens of AWS's real size; the browser's other headers stay below two kilobytes.
    expect(cookies).toHaveLength(5);
    expect(cookies.join('; ').length).toBeGreaterThan(4_000);
    expect(cookies.join('; ').length).toBeLessThan(10_240 - 2_048);
    expect((await browser.send(routes.auth.refreshToken, 'nuk')).status).toBe(200);
  });

  test('is not the one that somebody else planted before', async () => {
    const attacker = await portal.signIn('nuk', 'repairs');
    const victim = portal.browser();
    for (const [name, cookie] of attacker.jar) victim.jar.set(name, cookie);
    await victim.login('nuk', 'admin@nuk.example');
    expect((await sessionOf(attacker, 'nuk')).status).toBe(401);
    for (const [name, { value }] of attacker.jar) expect(victim.jar.get(name)?.value).not.toBe(value);
  });

  test.each(['', 'x', '; Path=/', '"', '%00', 'a'.repeat(3000)])(
    'a cookie tampered with (%j) is a session that is not there',
    async (value) => {
      const browser = await portal.signIn('nuk', 'repairs');
      for (const [name, cookie] of browser.jar) browser.jar.set(name, { ...cookie, value: value || 'x.y.z' });
      expect((await sessionOf(browser, 'nuk')).status).toBe(401);
      expect((await browser.send(routes.auth.refreshToken, 'nuk')).status).toBe(401);
      expect((await browser.send(routes.auth.logout, 'nuk')).status).toBe(200);
    },
  );

  test('is each region’s own', async () => {
    const browser = await portal.signIn('nuk', 'admin');
    await browser.login('nfr', 'admin@nfr.example');
    await browser.send(routes.auth.logout, 'nuk');
    expect((await sessionOf(browser, 'nfr')).status).toBe(200);
    expect((await sessionOf(browser, 'nuk')).status).toBe(401);
  });

  test('without a cookie cannot be refreshed', async () => {
    expect(await portal.browser().send(routes.auth.refreshToken, 'nuk')).toMatchObject({
      status: 401,
      code: 'MissingCookie',
    });
  });

  test('leaves nothing personal in the logs', () => {
    expect(portal.lines.length).toBeGreaterThan(50);
    expect(portal.lines.join('\n')).not.toMatch(
      /@(nuk|ndach|nfr)\.example|Portal-Demo|Wrong-Password|eyJ[A-Za-z0-9_-]{20}/,
    );
  });
});
