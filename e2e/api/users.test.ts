import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from '#scripts/testing/browser.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import { areSameStoreId } from '#shared/text/store-id.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { refusedAt, soon } from './bookings.ts';
import { person } from './people.ts';
import { sharedPortalForTests } from './portal.ts';

// Only users whom a test registers itself are changed: other tests sign in with those of the demo.
const portal = sharedPortalForTests();
const { users, auth, repairs } = routes;
const chosen = 'Chosen-Secret-71!';

let admin: Browser;
beforeAll(async () => {
  admin = await portal.signedIn('nuk', 'admin');
});

const { mailsTo } = portal;
const temporaryPassword = async (email: string) => {
  // Notices may have come since.
  const found = /Temporary password<br><strong[^>]*>([^<]+)</;
  return (await mailsTo(email)).flatMap(({ html }) => found.exec(html)?.[1] ?? [])[0] ?? '';
};

const register = (body: unknown, browser = admin, region: RegionId = 'nuk') =>
  browser.send(users.registerUser, region, { body });
const registered = async (change: Parameters<typeof person>[0] = {}): Promise<UserDetails> => {
  const { status, json } = await register(person(change));
  if (status !== 201) throw new Error(`not registered: ${status}`);
  return json;
};
const find = async (sub: string) => (await admin.send(users.findUser, 'nuk', { query: { sub } })).json;
const current = async ({ sub }: Pick<UserDetails, 'sub'>) => {
  const { user } = await find(sub);
  return { sub, version: user.version };
};

/** A browser in which somebody newly registered has chosen a password, and is signed in. */
const signedUp = async ({ email }: Pick<UserDetails, 'email'>) => {
  const browser = portal.browser();
  const { json } = await browser.login('nuk', email, await temporaryPassword(email));
  expect(json).toEqual({ challenge: 'setPassword' });
  const body = { newPassword: chosen, confirmPassword: chosen };
  expect((await browser.send(auth.setPassword, 'nuk', { body })).status).toBe(200);
  return browser;
};
const colleague = async (change: Parameters<typeof person>[0] = {}) => {
  const user = await registered(change);
  return { user, browser: await signedUp(user) };
};

describe('registering a user', () => {
  test('sends an invitation that leads to the first sign-in', async () => {
    const email = person().email;
    const { status, json } = await register(person({ email: ` ${email.toUpperCase()} `, roles: ['admin'] }));
    expect([status, json]).toMatchObject([
      201,
      { email, status: 'invited', enabled: true, inRegion: true, roles: ['admin'], secondFactor: false, version: 0 },
    ]);
    expect((await find(json.sub)).obstacles).toMatchObject([{ type: 'invited', until: json.inviteExpiresAt }]);
    const browser = await signedUp(json);
    expect((await browser.send(users.listUsers, 'nuk')).status).toBe(200);
    const { user, sessions, obstacles } = await find(json.sub);
    expect([user.status, sessions.length, obstacles]).toEqual(['confirmed', 1, []]);
  });

  test('with wrong input, or a role that the region does not have, is refused', async () => {
    const french = await portal.signedIn('nfr', 'admin');
    for (const [change, path, region] of [
      [{ email: 'not an address' }, 'email', 'nuk'],
      [{ storeId: 'a/b' }, 'storeId', 'nuk'],
      [{ storeName: '' }, 'storeName', 'nuk'],
      [{ roles: ['NUK'] }, 'roles.0', 'nuk'],
      [{ roles: ['register-returns'] }, 'roles', 'nfr'],
    ] as const)
      expect(await register({ ...person(), ...change }, region === 'nfr' ? french : admin, region)).toMatchObject(
        refusedAt(path),
      );
  });
});

describe('a store id in another spelling', () => {
  const store = { storeId: 'UK-1001', storeName: 'London Oxford Street' };
  const spellings = async () =>
    (await admin.send(routes.stores.listStores, 'nuk')).json.items
      .map(({ storeId }) => storeId)
      .filter((storeId) => areSameStoreId(storeId, store.storeId));

  test.each(['uk-1001', 'UK 1001', 'uk1001', 'UK\u20111001', 'UK-01001'])(
    'means the store that exists when somebody is registered: %s',
    async (storeId) => {
      const { status, json } = await register({ ...person(), storeId, storeName: 'Another name' });
      expect([status, json]).toMatchObject([201, store]);
      expect(await spellings()).toEqual([store.storeId]);
    },
  );

  test('means it when somebody changes their store, or when it is renamed', async () => {
    const user = await registered();
    const moved = { ...(await current(user)), storeId: 'uk-1002', storeName: 'Another name' };
    expect((await admin.send(users.changeStore, 'nuk', { body: moved })).json).toMatchObject({
      storeId: 'UK-1002',
      storeName: 'Dublin Grafton Street',
    });
    const renamed = { storeId: 'uk1001', storeName: store.storeName };
    expect(await admin.send(users.renameStore, 'nuk', { body: renamed })).toMatchObject({ status: 200, json: store });
  });
});

test.each([
  ['\u200Banna-1@store.example\uFEFF', 'anna-1@store.example'],
  ['anna-2@müller.example', 'anna-2@xn--mller-kva.example'],
  ['Anna Smith <anna-3@store.example>', 'anna-3@store.example'],
])('the address %j is registered as it can only be meant', async (typed, email) => {
  const { status, json } = await register(person({ email: typed }));
  expect([status, json.email]).toEqual([201, email]);
  const found = await admin.send(users.listUsers, 'nuk', { query: { search: typed } });
  expect(found.json.items.map((user) => user.email)).toEqual([email]);
});

test('a cursor of the list of one region or filter serves no other', async () => {
  const { cursor = '' } = (await admin.send(users.listUsers, 'nuk', { query: { limit: '1' } })).json;
  expect(cursor).not.toBe('');
  const other = await portal.signedIn('ndach', 'admin');
  expect((await admin.send(users.listUsers, 'nuk', { query: { role: 'admin', cursor } })).status).toBe(400);
  expect((await other.send(users.listUsers, 'ndach', { query: { limit: '1', cursor } })).status).toBe(400);
});

/** What whoever was let in can still do, after and while it is taken from them. */
const asked = async (browser: Browser, route: Route, region: RegionId = 'nuk') =>
  (await browser.send(route, region)).status;

describe('from the next request on', () => {
  test('what is taken away is gone, with requests in flight, until it is given back', async () => {
    const { user, browser: first } = await colleague();
    let browser = first;
    const change = async (route: Route, more: object = {}) =>
      (await admin.send(route, 'nuk', { body: { ...(await current(user)), ...more } })).status;
    const session = await soon(async () => {
      const { sessions } = await find(user.sub);
      expect(sessions).toHaveLength(1);
      return sessions[0]?.id;
    });
    const role = { role: 'register-repairs' };
    for (const [refusal, take, more, giveBack] of [
      [401, users.endSessions, { session }, undefined],
      [401, users.endSessions, {}, undefined],
      [403, users.removeFromGroup, role, users.addToGroup],
      [401, users.disableUser, {}, users.enableUser],
      [401, users.deleteUser, {}, undefined],
    ] as const) {
      expect([take.path, await asked(browser, repairs.listRepairs)]).toEqual([take.path, 200]);
      const flight = { isOver: false };
      const inFlight = Array.from({ length: 5 }, async () => {
        while (!flight.isOver) await asked(browser, repairs.listRepairs);
      });
      expect(await change(take, more)).toBe(200);
      const after = await Promise.all(Array.from({ length: 40 }, () => asked(browser, repairs.listRepairs)));
      flight.isOver = true;
      await Promise.all(inFlight);
      expect([take.path, ...after]).toEqual([take.path, ...Array(40).fill(refusal)]);
      const next = portal.browser();
      if (take === users.disableUser) expect((await next.login('nuk', user.email, chosen)).status).toBe(401);
      if (giveBack) expect(await change(giveBack, more)).toBe(200);
      // No session of before comes back.
      if (refusal === 401)
        for (const route of [repairs.listRepairs, auth.refreshToken]) expect(await asked(browser, route)).toBe(401);
      else expect(await asked(browser, repairs.listRepairs)).toBe(200);
      await next.login('nuk', user.email, chosen);
      browser = next;
    }
    expect(await asked(browser, repairs.listRepairs)).toBe(401);
  }, 60_000);

  test('a store that was changed is the one that is booked for, and its name is changed for all', async () => {
    const { user, browser } = await colleague();
    const moved = { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' };
    const { json } = await admin.send(users.changeStore, 'nuk', { body: { ...(await current(user)), ...moved } });
    expect(json).toMatchObject({ ...moved, version: 1 });
    const { items } = (await browser.send(repairs.listRepairs, 'nuk')).json;
    expect(new Set(items.map(({ storeId }) => storeId))).toEqual(new Set(['UK-1002']));
    const renamed = { ...moved, storeName: 'After' };
    expect(await admin.send(users.renameStore, 'nuk', { body: renamed })).toMatchObject({ status: 200, json: renamed });
    expect((await browser.send(routes.stores.ownStore, 'nuk')).json).toEqual(renamed);
    await admin.send(users.renameStore, 'nuk', { body: moved });
  });

  test('an invitation sent again is another email, and the password of the first is void', async () => {
    const user = await registered();
    const first = await temporaryPassword(user.email);
    const { status } = await admin.send(users.resendInvitation, 'nuk', { body: await current(user) });
    expect([status, (await mailsTo(user.email)).length]).toEqual([200, 2]);
    expect((await portal.browser().login('nuk', user.email, first)).status).toBe(401);
  });
});

describe('what is refused', () => {
  /** What would overwrite a change that its sender has not seen. */
  const versioned = [
    ['enableUser', {}],
    ['resendInvitation', {}],
    ['addToGroup', { role: 'register-returns' }],
    ['changeStore', { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' }],
    ['resetSecondFactor', {}],
  ] as const;
  const takingAway = [
    ['endSessions', {}],
    ['removeFromGroup', { role: 'register-repairs' }],
    ['disableUser', {}],
    ['deleteUser', {}],
  ] as const;

  test('changes of an old version, but for those that take rights away; all of another region, by staff, and of nobody', async () => {
    const user = await registered();
    const old = await current(user);
    await admin.send(users.addToGroup, 'nuk', { body: { ...old, role: 'admin' } });
    const now = await current(user);
    const foreign = await portal.signedIn('ndach', 'admin');
    const staff = await portal.signedIn('nuk', 'repairs');
    const { user: before } = await find(user.sub);
    for (const [name, more] of [...versioned, ...takingAway]) {
      const change = async (who: Browser, region: RegionId, seen: object) => {
        const { status, code } = await who.send(users[name], region, { body: { ...seen, ...more } });
        return [name, status, code];
      };
      if (versioned.some(([one]) => one === name))
        expect(await change(admin, 'nuk', old)).toEqual([name, 409, 'UserChanged']);
      expect(await change(foreign, 'ndach', now)).toEqual([name, 404, 'UserNotFoundException']);
      expect(await change(staff, 'nuk', now)).toEqual([name, 403, 'InsufficientAccess']);
      const nobody = { ...now, sub: randomUUID() };
      expect(await change(admin, 'nuk', nobody)).toEqual([name, 404, 'UserNotFoundException']);
    }
    expect((await find(user.sub)).user).toEqual(before);
    for (const [name, more] of takingAway) {
      const { status } = await admin.send(users[name], 'nuk', { body: { ...old, ...more } });
      expect([name, status]).toEqual([name, 200]);
    }
  });

  test('whatever could lock an admin out of their own account', async () => {
    const { user, browser } = await colleague({ roles: ['admin', 'register-repairs'] });
    const self = await current(user);
    for (const [name, more] of [
      ['disableUser', {}],
      ['deleteUser', {}],
      ['removeFromGroup', { role: 'admin' }],
      ['endSessions', {}],
      ['resetSecondFactor', {}],
    ] as const) {
      const { status, code } = await browser.send(users[name], 'nuk', { body: { ...self, ...more } });
      expect([name, status, code]).toEqual([name, 409, 'OwnAccount']);
    }
    const other = await browser.send(users.removeFromGroup, 'nuk', { body: { ...self, role: 'register-repairs' } });
    expect([other.status, other.json.roles]).toEqual([200, ['admin']]);
  });
});

test('why somebody cannot sign in is told: too many attempts, and until when', async () => {
  const { user } = await colleague();
  for (let count = 0; count < 5; count += 1) await portal.browser().login('nuk', user.email, 'Wrong-Password-1!');
  expect((await find(user.sub)).obstacles).toEqual([{ type: 'tooManyAttempts', until: expect.any(String) }]);
});

test('what happened is told of a user, newest first, and of the region, and never to another', async () => {
  const events = async (query: Record<string, string>, browser = admin, region: RegionId = 'nuk') =>
    (await browser.send(users.listAuditEvents, region, { query })).json;
  const user = await registered();
  await admin.send(users.addToGroup, 'nuk', { body: { ...(await current(user)), role: 'admin' } });
  await admin.send(users.deleteUser, 'nuk', { body: await current(user) });
  const { items } = await events({ sub: user.sub });
  expect(items.map(({ action }) => action)).toEqual(['deleted', 'addedToGroup', 'invited']);
  const { sub, email } = user;
  const roles = { before: { roles: ['register-repairs'] }, after: { roles: ['admin', 'register-repairs'] } };
  const made = { id: expect.any(String), at: expect.any(String), requestId: expect.any(String) };
  expect(items[1]).toEqual({ ...made, by: 'admin@nuk.example', action: 'addedToGroup', sub, email, ...roles });
  await soon(async () => expect((await events({ limit: '3' })).items).toEqual(items));
  const [today, before] = [new Date().toISOString().slice(0, 10), '2020-01-01'];
  expect((await events({ from: today, to: before })).error?.problems).toMatchObject([{ path: 'to' }]);
  expect((await events({ sub: user.sub }, await portal.signedIn('ndach', 'admin'), 'ndach')).items).toEqual([]);
});
