import { describe, expect, test } from '@jest/globals';
import { findStage } from '#infra/stages.ts';
import { demoAccounts } from '#scripts/demo/accounts.ts';
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
