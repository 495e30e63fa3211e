import { describe, expect, test } from '@jest/globals';
import { findStage } from '#infra/stages.ts';
import { demoAccounts } from '#scripts/demo/accounts.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import { originSecretHeader, requestHeader } from '#shared/api/headers.ts';
import { isInAudience } from '#shared/api/policies.ts';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes/table.ts';
import { validate } from '#shared/api/validation.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import { notFoundError } from './bookings.ts';
import { openSharedTestPortal } from './portal.ts';
import { openTables } from './rows.ts';

const portal = openSharedTestPortal();
const allRoutes = Object.values(routes)
  .flatMap((feature) => Object.values<Route>(feature))
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const guardedRoutes = allRoutes.filter(([, { audience }]) => audience !== 'anyone');
const unsafeRoutes = allRoutes.filter(([, { method, isOneClick }]) => method !== 'GET' && !isOneClick);

/** Returns the status of an empty request, which passes the role check but lacks the required fields of most routes. */
const toEmptyInputStatus = (route: Route, isAdmin: boolean) => {
  const context = { today: '2026-11-30', isAdmin, returnPeriodDays: 30 };
  return validate(route, { region: 'nuk' }, context).ok ? route.status : 400;
};

const hasReturns = (region: RegionId) => findStage('local').regions[region].returnsAvailable;

/** Creates a request without input; only GET requests have no body. */
const createEmptyRequest = (route: Route) => (route.method === 'GET' ? {} : { body: {} });

describe.each(guardedRoutes)('%s', (_, route) => {
  test.each(regionIds)('in %s requires a session', async (region) => {
    const { status, code } = await portal.openBrowser().send(route, region, createEmptyRequest(route));
    expect([status, code]).toEqual([401, 'MissingCookie']);
  });

  test.each(demoAccounts.filter(({ state }) => state === 'active'))(
    'follows the declared audience for $email, in their own region only',
    async ({ region, email, roles }) => {
      const browser = await portal.signInOnce(region, email.replace(/@.*/, ''));
      const { status } = await browser.send(route, region, createEmptyRequest(route));
      const isAllowed =
        isInAudience({ userGroups: [regions[region].group, ...roles] }, route.audience) &&
        (!route.needsReturns || hasReturns(region));
      expect(status).toBe(isAllowed ? toEmptyInputStatus(route, roles.includes('admin')) : 403);
      // Cookies are checked before roles, so testing the admin suffices.
      if (!roles.includes('admin')) return;
      for (const otherRegion of regionIds.filter((id) => id !== region))
        expect((await browser.send(route, otherRegion, createEmptyRequest(route))).status).toBe(401);
    },
  );
});

const forgedError = { status: 403, code: 'InsufficientAccess' };
const wrongTypeError = { status: 415, code: 'UnsupportedMediaType' };

describe.each(unsafeRoutes)('%s', (_, route) => {
  test.each([
    ['our header missing', { [requestHeader.name]: '' }, forgedError],
    ['a cross-site page', { 'sec-fetch-site': 'cross-site' }, forgedError],
    ['a same-site page', { 'sec-fetch-site': 'same-site' }, forgedError],
    ['an address typed in', { 'sec-fetch-site': 'none' }, forgedError],
    ['a foreign Origin without Fetch Metadata', { 'sec-fetch-site': '', origin: 'https://evil.example' }, forgedError],
    ['a null Origin without Fetch Metadata', { 'sec-fetch-site': '', origin: 'null' }, forgedError],
    ['text/plain', { 'content-type': 'text/plain' }, wrongTypeError],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, wrongTypeError],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, wrongTypeError],
  ])('rejects %s', async (__, headers, expected) => {
    const isForAdmins = isInAudience({ userGroups: [regions.ndach.group, 'admin'] }, route.audience);
    const browser = await portal.signInOnce('ndach', isForAdmins ? 'admin' : 'both');
    expect(await browser.send(route, 'ndach', { body: '{"x":1}', headers })).toMatchObject(expected);
  });
});

describe('a former user', () => {
  test.each(['disabled', 'deleted'])(
    'who was %s is rejected by every route of every region',
    async (change) => {
      const email = change === 'disabled' ? 'both@ndach.example' : 'returns@ndach.example';
      const browser = portal.openBrowser();
      await browser.login('ndach', email);
      const tables = openTables(portal.getCloud());
      const isOwnRow = (row: Record<string, unknown>) => row['email'] === email;
      const rowsBefore = (await tables.read('users')).filter(isOwnRow);
      await (change === 'disabled'
        ? tables.change('users', isOwnRow, { enabled: false })
        : tables.remove('users', isOwnRow));
      for (const [, route] of guardedRoutes) {
        const responses = await Promise.all(
          regionIds.map((region) => browser.send(route, region, createEmptyRequest(route))),
        );
        expect(responses.map(({ status }) => status)).toEqual(regionIds.map(() => 401));
      }
      expect((await portal.openBrowser().login('ndach', email)).status).toBe(401);
      for (const row of rowsBefore) await tables.put('users', row);
    },
    60_000,
  );
});

describe('a request that the page does not send', () => {
  test("to the API's own URL, which bypasses CloudFront, is rejected", async () => {
    const [apiUrl] = portal.getCloud().apiUrls;
    const directBrowser = openBrowser({ siteUrl: String(apiUrl), captchaUrl: '' });
    for (const secret of ['', 'guess'])
      expect(
        (await directBrowser.send(routes.auth.refreshToken, 'nuk', { headers: { [originSecretHeader]: secret } }))
          .status,
      ).toBe(403);
  });

  test('for an unknown region or route gets 404', async () => {
    const browser = portal.openBrowser();
    expect(await browser.send(routes.auth.login, 'mars', { body: {} })).toMatchObject(notFoundError);
    const { siteUrl } = portal.getCloud();
    const response = await fetch(`${siteUrl}/api/nothing/here`);
    expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
  });

  test('without Fetch Metadata is accepted if its Origin is the site', async () => {
    const headers = { 'sec-fetch-site': '', origin: portal.getCloud().siteUrl };
    expect((await portal.openBrowser().send(routes.auth.logout, 'nuk', { headers })).status).toBe(200);
  });
});
