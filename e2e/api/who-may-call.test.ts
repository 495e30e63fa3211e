import { describe, expect, test } from '@jest/globals';
import { findStage } from '#infra/stages.ts';
import { demoAccounts } from '#scripts/demo/accounts.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import { originSecretHeader, requestHeader } from '#shared/http.ts';
import { isInAudience } from '#shared/policies.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds, regions } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import { notFound } from './bookings.ts';
import { sharedPortalForTests } from './portal.ts';
import { rowsOf } from './rows.ts';

const portal = sharedPortalForTests();
const all = Object.values(routes)
  .flatMap((feature) => Object.values<Route>(feature))
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const guarded = all.filter(([, { audience }]) => audience !== 'anyone');
const unsafe = all.filter(([, { method }]) => method !== 'GET');

/** An empty input gets past the groups; most routes then miss a field. */
const emptyInputStatus = (route: Route) => (route.input.safeParse({ region: 'nuk' }).success ? route.status : 400);

const hasReturns = (region: RegionId) => findStage('local').regions[region].returnsAvailable;

const body = (route: Route) => (route.method === 'GET' ? {} : { body: {} });

describe.each(guarded)('%s', (_, route) => {
  test.each(regionIds)('in %s is closed to whoever has not signed in', async (region) => {
    const { status, code } = await portal.browser().send(route, region, body(route));
    expect([status, code]).toEqual([401, 'MissingCookie']);
  });

  test.each(demoAccounts.filter(({ state }) => state === 'active'))(
    'answers $email by the declared audience, and only in the own region',
    async ({ region, email, roles }) => {
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
    },
  );
});

const forged = { status: 403, code: 'InsufficientAccess' };
const otherType = { status: 415, code: 'UnsupportedMediaType' };

describe.each(unsafe)('%s', (_, route) => {
  test.each([
    ['our header missing', { [requestHeader.name]: '' }, forged],
    ['a cross-site page', { 'sec-fetch-site': 'cross-site' }, forged],
    ['a same-site page', { 'sec-fetch-site': 'same-site' }, forged],
    ['an address typed in', { 'sec-fetch-site': 'none' }, forged],
    ['a foreign Origin without Fetch Metadata', { 'sec-fetch-site': '', origin: 'https://evil.example' }, forged],
    ['a null Origin without Fetch Metadata', { 'sec-fetch-site': '', origin: 'null' }, forged],
    ['text/plain', { 'content-type': 'text/plain' }, otherType],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, otherType],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, otherType],
  ])('refuses %s', async (__, headers, refusal) => {
    const browser = await portal.signedIn('ndach', 'admin');
    expect(await browser.send(route, 'ndach', { body: '{"x":1}', headers })).toMatchObject(refusal);
  });
});

describe('whoever may no longer', () => {
  test.each(['disabled', 'deleted'])(
    '%s since, is turned away by every route of every region',
    async (end) => {
      const email = end === 'disabled' ? 'both@ndach.example' : 'returns@ndach.example';
      const browser = portal.browser();
      await browser.login('ndach', email);
      const rows = rowsOf(portal.cloud());
      const isTheirs = (row: Record<string, unknown>) => row['email'] === email;
      const before = (await rows.read('users')).filter(isTheirs);
      await (end === 'disabled' ? rows.change('users', isTheirs, { enabled: false }) : rows.remove('users', isTheirs));
      for (const [, route] of guarded) {
        const answers = await Promise.all(regionIds.map((region) => browser.send(route, region, body(route))));
        expect(answers.map(({ status }) => status)).toEqual(regionIds.map(() => 401));
      }
      expect((await portal.browser().login('ndach', email)).status).toBe(401);
      for (const row of before) await rows.put('users', row);
    },
    60_000,
  );
});

describe('around the portal', () => {
  test('the API’s own address answers nobody but CloudFront', async () => {
    const [apiUrl] = portal.cloud().apiUrls;
    const direct = openBrowser({ siteUrl: String(apiUrl), captchaUrl: '' });
    for (const secret of ['', 'guess'])
      expect(
        (await direct.send(routes.auth.refreshToken, 'nuk', { headers: { [originSecretHeader]: secret } })).status,
      ).toBe(403);
  });

  test('an unknown region is a 404, an unknown route the gateway’s own', async () => {
    const browser = portal.browser();
    expect(await browser.send(routes.auth.login, 'mars', { body: {} })).toMatchObject(notFound);
    const { siteUrl } = portal.cloud();
    const response = await fetch(`${siteUrl}/api/nothing/here`);
    expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
  });

  test('a browser without Fetch Metadata is told by its Origin', async () => {
    const headers = { 'sec-fetch-site': '', origin: portal.cloud().siteUrl };
    expect((await portal.browser().send(routes.auth.logout, 'nuk', { headers })).status).toBe(200);
  });
});
