import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from '#scripts/testing/browser.ts';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { isSameStoreId } from '#shared/stores/store-id.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { validationErrorAt, waitUntilPasses } from './bookings.ts';
import { buildNewUser } from './new-user.ts';
import { openSharedTestPortal } from './portal.ts';

// Only users registered by the tests are changed, because other tests sign in with the demo accounts.
const portal = openSharedTestPortal();
const { users, auth, repairs } = routes;
const chosenPassword = 'Chosen-Secret-71!';

let admin: Browser;
beforeAll(async () => {
  admin = await portal.signInOnce('nuk', 'admin');
});

const { findMails } = portal;
const findTemporaryPassword = async (email: string) => {
  // Notices may have been sent after the invitation.
  const pattern = /Temporary password<br><strong[^>]*>([^<]+)</;
  return (await findMails(email)).flatMap(({ html }) => pattern.exec(html)?.[1] ?? [])[0] ?? '';
};

const register = (body: unknown, browser = admin, region: RegionId = 'nuk') =>
  browser.send(users.registerUser, region, { body });
const registerUser = async (change: Parameters<typeof buildNewUser>[0] = {}): Promise<UserDetails> => {
  const { status, json } = await register(buildNewUser(change));
  if (status !== 201) throw new Error(`not registered: ${status}`);
  return json;
};
const findDetails = async (sub: string) => (await admin.send(users.findUser, 'nuk', { query: { sub } })).json;
/** Returns a user's id and current version, as a change requires them. */
const fetchCurrentVersion = async ({ sub }: Pick<UserDetails, 'sub'>) => {
  const { user } = await findDetails(sub);
  return { sub, version: user.version };
};

/** Signs a newly registered user in and sets the first password. */
const setFirstPassword = async ({ email }: Pick<UserDetails, 'email'>) => {
  const browser = portal.openBrowser();
  const { json } = await browser.login('nuk', email, await findTemporaryPassword(email));
  expect(json).toEqual({ challenge: 'setPassword' });
  const body = { newPassword: chosenPassword, confirmPassword: chosenPassword };
  expect((await browser.send(auth.setPassword, 'nuk', { body })).status).toBe(200);
  return browser;
};
const createSignedInUser = async (change: Parameters<typeof buildNewUser>[0] = {}) => {
  const user = await registerUser(change);
  return { user, browser: await setFirstPassword(user) };
};

describe('registering a user', () => {
  test('sends an invitation that leads to the first sign-in', async () => {
    const email = buildNewUser().email;
    const { status, json } = await register(buildNewUser({ email: ` ${email.toUpperCase()} `, roles: ['admin'] }));
    expect([status, json]).toMatchObject([
      201,
      { email, status: 'invited', enabled: true, inRegion: true, roles: ['admin'], secondFactor: false, version: 0 },
    ]);
    expect((await findDetails(json.sub)).obstacles).toMatchObject([{ type: 'invited', until: json.inviteExpiresAt }]);
    const browser = await setFirstPassword(json);
    expect((await browser.send(users.listUsers, 'nuk')).status).toBe(200);
    const { user, sessions, obstacles } = await findDetails(json.sub);
    expect([user.status, sessions.length, obstacles]).toEqual(['confirmed', 1, []]);
  });

  test('rejects invalid input and roles that the region lacks', async () => {
    const frenchAdmin = await portal.signInOnce('nfr', 'admin');
    for (const [change, path, region] of [
      [{ email: 'not an address' }, 'email', 'nuk'],
      [{ storeId: 'a/b' }, 'storeId', 'nuk'],
      [{ storeName: '' }, 'storeName', 'nuk'],
      [{ roles: ['NUK'] }, 'roles.0', 'nuk'],
      [{ roles: ['register-returns'] }, 'roles', 'nfr'],
    ] as const)
      expect(
        await register({ ...buildNewUser(), ...change }, region === 'nfr' ? frenchAdmin : admin, region),
      ).toMatchObject(validationErrorAt(path));
  });
});

describe('a store id in another spelling', () => {
  const store = { storeId: 'UK-1001', storeName: 'London Oxford Street' };
  const findSpellings = async () =>
    (await admin.send(routes.stores.listStores, 'nuk')).json.items
      .map(({ storeId }) => storeId)
      .filter((storeId) => isSameStoreId(storeId, store.storeId));

  test.each(['uk-1001', 'UK 1001', 'uk1001', 'UK\u20111001', 'UK-01001'])(
    'refers to the existing store when registering a user: %s',
    async (storeId) => {
      const { status, json } = await register({ ...buildNewUser(), storeId, storeName: 'Another name' });
      expect([status, json]).toMatchObject([201, store]);
      expect(await findSpellings()).toEqual([store.storeId]);
    },
  );

  test('refers to the existing store when changing or renaming stores', async () => {
    const user = await registerUser();
    const storeChange = { ...(await fetchCurrentVersion(user)), storeId: 'uk-1002', storeName: 'Another name' };
    expect((await admin.send(users.changeStore, 'nuk', { body: storeChange })).json).toMatchObject({
      storeId: 'UK-1002',
      storeName: 'Dublin Grafton Street',
    });
    const renameBody = { storeId: 'uk1001', storeName: store.storeName };
    expect(await admin.send(users.renameStore, 'nuk', { body: renameBody })).toMatchObject({
      status: 200,
      json: store,
    });
  });
});

test.each([
  ['\u200Banna-1@store.example\uFEFF', 'anna-1@store.example'],
  ['anna-2@müller.example', 'anna-2@xn--mller-kva.example'],
  ['Anna Smith <anna-3@store.example>', 'anna-3@store.example'],
])('registers the email %j in its canonical form', async (typed, email) => {
  const { status, json } = await register(buildNewUser({ email: typed }));
  expect([status, json.email]).toEqual([201, email]);
  const searchResult = await admin.send(users.listUsers, 'nuk', { query: { search: typed } });
  expect(searchResult.json.items.map((user) => user.email)).toEqual([email]);
});

test('rejects a list cursor of another region or filter', async () => {
  const { cursor = '' } = (await admin.send(users.listUsers, 'nuk', { query: { limit: '1' } })).json;
  expect(cursor).not.toBe('');
  const otherAdmin = await portal.signInOnce('ndach', 'admin');
  expect((await admin.send(users.listUsers, 'nuk', { query: { role: 'admin', cursor } })).status).toBe(400);
  expect((await otherAdmin.send(users.listUsers, 'ndach', { query: { limit: '1', cursor } })).status).toBe(400);
});

/** Returns the status of a request, to check access during and after its revocation. */
const fetchStatus = async (browser: Browser, route: Route, region: RegionId = 'nuk') =>
  (await browser.send(route, region)).status;

describe('a change by an admin, from the next request on', () => {
  test('denies revoked access, even with requests in flight, until it is restored', async () => {
    const { user, browser: firstBrowser } = await createSignedInUser();
    let browser = firstBrowser;
    const change = async (route: Route, extraFields: object = {}) =>
      (await admin.send(route, 'nuk', { body: { ...(await fetchCurrentVersion(user)), ...extraFields } })).status;
    const session = await waitUntilPasses(async () => {
      const { sessions } = await findDetails(user.sub);
      expect(sessions).toHaveLength(1);
      return sessions[0]?.id;
    });
    const role = { role: 'register-repairs' };
    for (const [expectedStatus, revoke, extraFields, restore] of [
      [401, users.endSessions, { session }, undefined],
      [401, users.endSessions, {}, undefined],
      [403, users.removeFromGroup, role, users.addToGroup],
      [401, users.disableUser, {}, users.enableUser],
      [401, users.deleteUser, {}, undefined],
    ] as const) {
      expect([revoke.path, await fetchStatus(browser, repairs.listRepairs)]).toEqual([revoke.path, 200]);
      const load = { isOver: false };
      const inFlightRequests = Array.from({ length: 5 }, async () => {
        while (!load.isOver) await fetchStatus(browser, repairs.listRepairs);
      });
      expect(await change(revoke, extraFields)).toBe(200);
      const statuses = await Promise.all(Array.from({ length: 40 }, () => fetchStatus(browser, repairs.listRepairs)));
      load.isOver = true;
      await Promise.all(inFlightRequests);
      expect([revoke.path, ...statuses]).toEqual([revoke.path, ...Array(40).fill(expectedStatus)]);
      const nextBrowser = portal.openBrowser();
      if (revoke === users.disableUser)
        expect((await nextBrowser.login('nuk', user.email, chosenPassword)).status).toBe(401);
      if (restore) expect(await change(restore, extraFields)).toBe(200);
      // Revoked sessions stay revoked.
      if (expectedStatus === 401)
        for (const route of [repairs.listRepairs, auth.refreshToken])
          expect(await fetchStatus(browser, route)).toBe(401);
      else expect(await fetchStatus(browser, repairs.listRepairs)).toBe(200);
      await nextBrowser.login('nuk', user.email, chosenPassword);
      browser = nextBrowser;
    }
    expect(await fetchStatus(browser, repairs.listRepairs)).toBe(401);
  }, 60_000);

  test('applies a changed store to bookings, and its new name to all users', async () => {
    const { user, browser } = await createSignedInUser();
    const newStore = { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' };
    const { json } = await admin.send(users.changeStore, 'nuk', {
      body: { ...(await fetchCurrentVersion(user)), ...newStore },
    });
    expect(json).toMatchObject({ ...newStore, version: 1 });
    const { items } = (await browser.send(repairs.listRepairs, 'nuk')).json;
    expect(new Set(items.map(({ storeId }) => storeId))).toEqual(new Set(['UK-1002']));
    const renamedStore = { ...newStore, storeName: 'After' };
    expect(await admin.send(users.renameStore, 'nuk', { body: renamedStore })).toMatchObject({
      status: 200,
      json: renamedStore,
    });
    expect((await browser.send(routes.stores.ownStore, 'nuk')).json).toEqual(renamedStore);
    await admin.send(users.renameStore, 'nuk', { body: newStore });
  });

  test('voids the first temporary password when the invitation is resent', async () => {
    const user = await registerUser();
    const firstPassword = await findTemporaryPassword(user.email);
    const { status } = await admin.send(users.resendInvitation, 'nuk', { body: await fetchCurrentVersion(user) });
    expect([status, (await findMails(user.email)).length]).toEqual([200, 2]);
    expect((await portal.openBrowser().login('nuk', user.email, firstPassword)).status).toBe(401);
  });
});

describe('a change of a user', () => {
  /** Changes that are rejected with an outdated version: they could overwrite a change that the sender has not seen. */
  const versionedChanges = [
    ['enableUser', {}],
    ['resendInvitation', {}],
    ['addToGroup', { role: 'register-returns' }],
    ['changeStore', { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' }],
    ['resetSecondFactor', {}],
  ] as const;
  /** Changes that take access away. They apply even if the sender has not seen the latest change. */
  const revokingChanges = [
    ['endSessions', {}],
    ['removeFromGroup', { role: 'register-repairs' }],
    ['disableUser', {}],
    ['deleteUser', {}],
  ] as const;

  test('is rejected for outdated versions, other regions, staff and unknown users', async () => {
    const user = await registerUser();
    const outdatedVersion = await fetchCurrentVersion(user);
    await admin.send(users.addToGroup, 'nuk', { body: { ...outdatedVersion, role: 'admin' } });
    const currentVersion = await fetchCurrentVersion(user);
    const otherAdmin = await portal.signInOnce('ndach', 'admin');
    const staff = await portal.signInOnce('nuk', 'repairs');
    const { user: unchangedUser } = await findDetails(user.sub);
    for (const [name, extraFields] of [...versionedChanges, ...revokingChanges]) {
      const change = async (sender: Browser, region: RegionId, identity: object) => {
        const { status, code } = await sender.send(users[name], region, { body: { ...identity, ...extraFields } });
        return [name, status, code];
      };
      if (versionedChanges.some(([operation]) => operation === name))
        expect(await change(admin, 'nuk', outdatedVersion)).toEqual([name, 409, 'UserChanged']);
      expect(await change(otherAdmin, 'ndach', currentVersion)).toEqual([name, 404, 'UserNotFoundException']);
      expect(await change(staff, 'nuk', currentVersion)).toEqual([name, 403, 'InsufficientAccess']);
      const unknownUser = { ...currentVersion, sub: randomUUID() };
      expect(await change(admin, 'nuk', unknownUser)).toEqual([name, 404, 'UserNotFoundException']);
    }
    expect((await findDetails(user.sub)).user).toEqual(unchangedUser);
    for (const [name, extraFields] of revokingChanges) {
      const { status } = await admin.send(users[name], 'nuk', { body: { ...outdatedVersion, ...extraFields } });
      expect([name, status]).toEqual([name, 200]);
    }
  });

  test('is rejected if it could lock admins out of their own account', async () => {
    const { user, browser } = await createSignedInUser({ roles: ['admin', 'register-repairs'] });
    const ownAccount = await fetchCurrentVersion(user);
    for (const [name, extraFields] of [
      ['disableUser', {}],
      ['deleteUser', {}],
      ['removeFromGroup', { role: 'admin' }],
      ['endSessions', {}],
      ['resetSecondFactor', {}],
    ] as const) {
      const { status, code } = await browser.send(users[name], 'nuk', { body: { ...ownAccount, ...extraFields } });
      expect([name, status, code]).toEqual([name, 409, 'OwnAccount']);
    }
    const removal = await browser.send(users.removeFromGroup, 'nuk', {
      body: { ...ownAccount, role: 'register-repairs' },
    });
    expect([removal.status, removal.json.roles]).toEqual([200, ['admin']]);
  });
});

test('lists too many failed attempts as a sign-in obstacle', async () => {
  const { user } = await createSignedInUser();
  for (let count = 0; count < 5; count += 1) await portal.openBrowser().login('nuk', user.email, 'Wrong-Password-1!');
  expect((await findDetails(user.sub)).obstacles).toEqual([{ type: 'tooManyAttempts', until: expect.any(String) }]);
});

test('returns audit events by user and by region, hidden from other regions', async () => {
  const listEvents = async (query: Record<string, string>, browser = admin, region: RegionId = 'nuk') =>
    (await browser.send(users.listAuditEvents, region, { query })).json;
  const user = await registerUser();
  await admin.send(users.addToGroup, 'nuk', { body: { ...(await fetchCurrentVersion(user)), role: 'admin' } });
  await admin.send(users.deleteUser, 'nuk', { body: await fetchCurrentVersion(user) });
  const { items } = await listEvents({ sub: user.sub });
  expect(items.map(({ action }) => action)).toEqual(['deleted', 'addedToGroup', 'invited']);
  const { sub, email } = user;
  const roleChange = { before: { roles: ['register-repairs'] }, after: { roles: ['admin', 'register-repairs'] } };
  const recordedFields = { id: expect.any(String), at: expect.any(String), requestId: expect.any(String) };
  expect(items[1]).toEqual({
    ...recordedFields,
    by: 'admin@nuk.example',
    action: 'addedToGroup',
    sub,
    email,
    ...roleChange,
  });
  await waitUntilPasses(async () => expect((await listEvents({ limit: '3' })).items).toEqual(items));
  const today = new Date().toISOString().slice(0, 10);
  const earlierDate = '2020-01-01';
  expect((await listEvents({ from: today, to: earlierDate })).error?.problems).toMatchObject([{ path: 'to' }]);
  expect((await listEvents({ sub: user.sub }, await portal.signInOnce('ndach', 'admin'), 'ndach')).items).toEqual([]);
});
