import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from '#scripts/testing/browser.ts';
import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { eventually } from './bookings.ts';
import { portalForTests } from './portal.ts';

// Only users whom a test registers itself are changed: other tests sign in with those of the demo.
const portal = portalForTests({ backOffice: 'silent' });
const { users, auth, repairs } = routes;
const chosen = 'Chosen-Secret-71!';

let admin: Browser;
beforeAll(async () => {
  admin = await portal.signedIn('nuk', 'admin');
});

type Mail = { readonly to: string; readonly subject: string; readonly html: string };
/** Newest first. */
const mailsTo = async (to: string): Promise<Mail[]> => {
  const messages = (await (await fetch(`${portal.cloud().inboxUrl}/messages.json`)).json()) as Mail[];
  return messages.filter((mail) => mail.to === to);
};
const temporaryPassword = async (email: string) => {
  // Notices may have come since.
  const passwords = (await mailsTo(email)).map(
    ({ html }) => /Temporary password<br><strong[^>]*>([^<]+)</.exec(html)?.[1],
  );
  return passwords.find((password) => password !== undefined) ?? '';
};

type Person = { email: string; storeId: string; storeName: string; roles: Role[] };
const person = (change: Partial<Person> = {}): Person => ({
  email: `${randomUUID()}@nuk.example`,
  storeId: 'UK-1001',
  storeName: 'London Oxford Street',
  roles: ['register-repairs'],
  ...change,
});
const register = (body: unknown, browser = admin, region: RegionId = 'nuk') =>
  browser.send(users.registerUser, region, { body });
const registered = async (change: Partial<Person> = {}): Promise<UserDetails> => {
  const { status, json } = await register(person(change));
  if (status !== 201) throw new Error(`not registered: ${status}`);
  return json;
};
const find = async (sub: string) => (await admin.send(users.findUser, 'nuk', { query: { sub } })).json;
const current = async ({ sub }: Pick<UserDetails, 'sub'>) => {
  const { user } = await find(sub);
  return { sub, version: user.version };
};
const list = async (query: Record<string, string>) => (await admin.send(users.listUsers, 'nuk', { query })).json;

/** A browser in which somebody newly registered has chosen a password, and is signed in. */
const signedUp = async ({ email }: Pick<UserDetails, 'email'>) => {
  const browser = portal.browser();
  expect((await browser.login('nuk', email, await temporaryPassword(email))).json).toEqual({
    challenge: 'setPassword',
  });
  const { status } = await browser.send(auth.setPassword, 'nuk', {
    body: { newPassword: chosen, confirmPassword: chosen },
  });
  expect(status).toBe(200);
  return browser;
};
const colleague = async (change: Partial<Person> = {}) => {
  const user = await registered(change);
  return { user, browser: await signedUp(user) };
};

describe('registering a user', () => {
  test('sends an invitation that leads to the first sign-in, and the list knows them', async () => {
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
    await eventually(
      () => list({ search: email, status: 'confirmed' }),
      ({ items }) => items.length === 1,
    );
  });

  test('whose address is taken is refused with its code', async () => {
    const { email } = await registered();
    expect(await register(person({ email }))).toMatchObject({ status: 409, code: 'UsernameExistsException' });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('gives no role that the region does not have', async () => {
    const french = await portal.signedIn('nfr', 'admin');
    const { status, code, json } = await register(person({ roles: ['register-returns'] }), french, 'nfr');
    expect([status, code, json.error?.problems]).toEqual([
      400,
      'InvalidParameterException',
      [{ path: 'roles', rule: 'pattern' }],
    ]);
  });

  test.each([
    [{ email: 'not an address' }, 'email'],
    [{ storeId: 'a/b' }, 'storeId'],
    [{ storeName: '' }, 'storeName'],
    [{ roles: ['NUK'] }, 'roles.0'],
  ])('with %j is refused', async (change, path) => {
    const { status, json } = await register({ ...person(), ...change });
    expect([status, json.error?.problems?.map((problem) => problem.path)]).toEqual([400, [path]]);
  });
});

describe('the list', () => {
  const mark = randomUUID().slice(0, 8);
  const made: UserDetails[] = [];
  const emailOf = (name: string) => `${mark}-${name}@nuk.example`;
  beforeAll(async () => {
    made.push(await registered({ email: emailOf('c'), roles: ['register-repairs'] }));
    made.push(await registered({ email: emailOf('a'), roles: ['admin'] }));
    const disabled = await registered({ email: emailOf('b'), storeId: 'UK-1002', roles: [] });
    made.push(disabled);
    await admin.send(users.disableUser, 'nuk', { body: await current(disabled) });
    await eventually(
      () => list({ search: mark, enabled: 'false' }),
      ({ items }) => items.length === 1,
    );
  }, 60_000);

  test.each([
    [{}, ['a', 'b', 'c']],
    [{ storeId: 'UK-1002' }, ['b']],
    [{ role: 'admin' }, ['a']],
    [{ role: 'register-repairs' }, ['c']],
    [{ enabled: 'true' }, ['a', 'c']],
    [{ enabled: 'false' }, ['b']],
    [{ status: 'invited' }, ['a', 'c']],
    [{ status: 'invited', enabled: 'false' }, ['b']],
    [{ status: 'invited', role: 'admin' }, ['a']],
    [{ status: 'invited', storeId: 'UK-1001', role: 'register-repairs' }, ['c']],
    [{ status: 'confirmed' }, []],
    [{ status: 'inviteExpired' }, []],
  ])('by %j, in the order of the emails', async (filter, names) => {
    const { items } = await list({ search: mark.toUpperCase(), ...filter });
    expect(items.map(({ email }) => email)).toEqual(names.map(emailOf));
  });

  test('page by page holds everybody once, whatever the page', async () => {
    for (const limit of ['1', '2', '3']) {
      const emails: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ search: mark, limit, ...(cursor && { cursor }) });
        emails.push(...page.items.map(({ email }) => email));
        ({ cursor } = page);
      } while (cursor);
      expect(emails).toEqual(['a', 'b', 'c'].map(emailOf));
    }
  });

  test('a cursor of one region or filter serves no other', async () => {
    const { cursor = '' } = await list({ search: mark, limit: '1' });
    for (const query of [{ search: mark, role: 'admin', cursor }, { cursor }])
      expect((await admin.send(users.listUsers, 'nuk', { query })).status).toBe(400);
    const other = await portal.signedIn('ndach', 'admin');
    expect((await other.send(users.listUsers, 'ndach', { query: { search: mark, limit: '1', cursor } })).status).toBe(
      400,
    );
  });
});

/** What whoever was let in can still do, after and while it is taken from them. */
const asked = async (browser: Browser, route: Route, region: RegionId = 'nuk') =>
  (await browser.send(route, region)).status;

describe('from the next request on, with requests in flight', () => {
  const taken: [string, number, (user: UserDetails, browser: Browser) => Promise<{ status: number }>][] = [
    ['disabled', 401, async (user) => admin.send(users.disableUser, 'nuk', { body: await current(user) })],
    ['deleted', 401, async (user) => admin.send(users.deleteUser, 'nuk', { body: await current(user) })],
    [
      'without the group',
      403,
      async (user) =>
        admin.send(users.removeFromGroup, 'nuk', { body: { ...(await current(user)), role: 'register-repairs' } }),
    ],
    ['signed out everywhere', 401, async (user) => admin.send(users.endSessions, 'nuk', { body: await current(user) })],
    [
      'signed out of this session',
      401,
      async (user) => {
        const { sessions } = await eventually(
          () => find(user.sub),
          (found) => found.sessions.length === 1,
        );
        return admin.send(users.endSessions, 'nuk', {
          body: { ...(await current(user)), session: sessions[0]?.id ?? '' },
        });
      },
    ],
  ];

  test.each(taken)(
    '0 of 100 requests of somebody %s succeed',
    async (_, refusal, takeAway) => {
      const { user, browser } = await colleague();
      expect(await asked(browser, repairs.listRepairs)).toBe(200);
      const flight = { isOver: false };
      const inFlight = Array.from({ length: 5 }, async () => {
        while (!flight.isOver) await asked(browser, repairs.listRepairs);
      });
      expect((await takeAway(user, browser)).status).toBe(200);
      const after = await Promise.all(Array.from({ length: 100 }, () => asked(browser, repairs.listRepairs)));
      flight.isOver = true;
      await Promise.all(inFlight);
      expect(after).toEqual(Array(100).fill(refusal));
      if (refusal === 401) expect(await asked(browser, auth.refreshToken)).toBe(401);
    },
    60_000,
  );

  test('whoever was disabled signs in only once enabled, and no session of before comes back', async () => {
    const { user, browser } = await colleague();
    await admin.send(users.disableUser, 'nuk', { body: await current(user) });
    expect((await find(user.sub)).obstacles).toEqual([{ type: 'disabled' }]);
    expect((await portal.browser().login('nuk', user.email, chosen)).status).toBe(401);
    const enabled = await admin.send(users.enableUser, 'nuk', { body: await current(user) });
    expect(enabled.json).toMatchObject({ enabled: true, status: 'confirmed' });
    expect([await asked(browser, repairs.listRepairs), await asked(browser, auth.refreshToken)]).toEqual([401, 401]);
    expect((await portal.browser().login('nuk', user.email, chosen)).status).toBe(200);
  });

  test('a group that was added opens what it opens', async () => {
    const { user, browser } = await colleague({ roles: [] });
    expect((await find(user.sub)).obstacles).toEqual([{ type: 'noRole' }]);
    expect(await asked(browser, repairs.listRepairs)).toBe(403);
    await admin.send(users.addToGroup, 'nuk', { body: { ...(await current(user)), role: 'register-repairs' } });
    expect(await asked(browser, repairs.listRepairs)).toBe(200);
  });

  test('a store that was changed is the one that is booked for', async () => {
    const { user, browser } = await colleague();
    const { json } = await admin.send(users.changeStore, 'nuk', {
      body: { ...(await current(user)), storeId: 'UK-1002', storeName: 'Dublin Grafton Street' },
    });
    expect(json).toMatchObject({ storeId: 'UK-1002', storeName: 'Dublin Grafton Street', version: 1 });
    const { items } = (await browser.send(repairs.listRepairs, 'nuk')).json;
    expect(new Set(items.map(({ storeId }) => storeId))).toEqual(new Set(['UK-1002']));
  });

  test('a store that was renamed is called so everywhere, and keeps the name when somebody is registered', async () => {
    const { user, browser } = await colleague();
    const store = { storeId: 'UK-RENAMED', storeName: 'Before' };
    await admin.send(users.changeStore, 'nuk', { body: { ...(await current(user)), ...store } });
    const renamed = await admin.send(users.renameStore, 'nuk', { body: { ...store, storeName: 'After' } });
    expect([renamed.status, renamed.json]).toEqual([200, { ...store, storeName: 'After' }]);
    expect((await browser.send(routes.stores.ownStore, 'nuk')).json).toEqual({ ...store, storeName: 'After' });
    const other = await admin.send(users.renameStore, 'nuk', { body: { storeId: 'UK-NONE', storeName: 'x' } });
    expect([other.status, other.code]).toEqual([404, 'NotFound']);
  });

  test('an invitation sent again is another email, and the password of the first is void', async () => {
    const user = await registered();
    const first = await temporaryPassword(user.email);
    const { status } = await admin.send(users.resendInvitation, 'nuk', { body: await current(user) });
    expect([status, (await mailsTo(user.email)).length]).toEqual([200, 2]);
    expect((await portal.browser().login('nuk', user.email, first)).status).toBe(401);
    await signedUp(user);
    expect(await admin.send(users.resendInvitation, 'nuk', { body: await current(user) })).toMatchObject({
      status: 409,
      code: 'InvitationNotPending',
    });
  });
});

describe('what is refused', () => {
  const actions = [
    ['enableUser', {}],
    ['disableUser', {}],
    ['deleteUser', {}],
    ['resendInvitation', {}],
    ['addToGroup', { role: 'register-returns' }],
    ['removeFromGroup', { role: 'register-repairs' }],
    ['changeStore', { storeId: 'UK-1002', storeName: 'Dublin Grafton Street' }],
    ['endSessions', {}],
    ['resetSecondFactor', {}],
  ] as const;

  test.each(actions)('%s of an old version, which tells that somebody else was quicker', async (name, more) => {
    const user = await registered();
    const old = await current(user);
    await admin.send(users.addToGroup, 'nuk', { body: { ...old, role: 'admin' } });
    expect(await admin.send(users[name], 'nuk', { body: { ...old, ...more } })).toMatchObject({
      status: 409,
      code: 'UserChanged',
    });
  });

  test.each(actions)('%s to an admin of another region, to staff, and of nobody', async (name, more) => {
    const user = await registered();
    const foreign = await portal.signedIn('ndach', 'admin');
    const body = { ...(await current(user)), ...more };
    expect(await foreign.send(users[name], 'nuk', { body })).toMatchObject({ status: 401 });
    expect(await foreign.send(users[name], 'ndach', { body })).toMatchObject({
      status: 404,
      code: 'UserNotFoundException',
    });
    const staff = await portal.signedIn('nuk', 'repairs');
    expect(await staff.send(users[name], 'nuk', { body })).toMatchObject({ status: 403, code: 'InsufficientAccess' });
    expect(await admin.send(users[name], 'nuk', { body: { ...body, sub: randomUUID() } })).toMatchObject({
      status: 404,
      code: 'UserNotFoundException',
    });
    expect((await find(user.sub)).user).toEqual(user);
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
    ] as const)
      expect(await browser.send(users[name], 'nuk', { body: { ...self, ...more } })).toMatchObject({
        status: 409,
        code: 'OwnAccount',
      });
    const other = await browser.send(users.removeFromGroup, 'nuk', { body: { ...self, role: 'register-repairs' } });
    expect([other.status, other.json.roles]).toEqual([200, ['admin']]);
  });
});

describe('why somebody cannot sign in', () => {
  test('too many attempts, and until when', async () => {
    const { user } = await colleague();
    const before = Date.now();
    for (let count = 0; count < 4; count += 1) await portal.browser().login('nuk', user.email, 'Wrong-Password-1!');
    expect((await find(user.sub)).obstacles).toEqual([]);
    await portal.browser().login('nuk', user.email, 'Wrong-Password-1!');
    const { obstacles } = await find(user.sub);
    expect(obstacles).toEqual([{ type: 'tooManyAttempts', until: expect.any(String) }]);
    const [found] = obstacles;
    expect(found && 'until' in found ? Date.parse(found.until) - before : 0).toBeGreaterThan(14 * 60_000);
  });
});

describe('what happened', () => {
  const events = async (query: Record<string, string>, browser = admin) =>
    (await browser.send(users.listAuditEvents, 'nuk', { query })).json;

  test('is told of a user, newest first, and of the region', async () => {
    const user = await registered();
    await admin.send(users.addToGroup, 'nuk', { body: { ...(await current(user)), role: 'admin' } });
    await admin.send(users.deleteUser, 'nuk', { body: await current(user) });
    const { items } = await events({ sub: user.sub });
    expect(items.map(({ action }) => action)).toEqual(['deleted', 'addedToGroup', 'invited']);
    expect(items[1]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      by: 'admin@nuk.example',
      action: 'addedToGroup',
      sub: user.sub,
      email: user.email,
      before: { roles: ['register-repairs'] },
      after: { roles: ['admin', 'register-repairs'] },
      requestId: expect.any(String),
    });
    const ofRegion = await eventually(
      () => events({ limit: '3' }),
      (found) => found.items[0]?.id === items[0]?.id,
    );
    expect(ofRegion.items).toEqual(items);
  });

  test('is filtered, page by page, and never told to another region', async () => {
    const user = await registered();
    await admin.send(users.endSessions, 'nuk', { body: await current(user) });
    const today = new Date().toISOString().slice(0, 10);
    const first = await events({ sub: user.sub, limit: '1', from: '2020-01-01' });
    expect(first.items.map(({ action }) => action)).toEqual(['sessionsEnded']);
    const second = await events({ sub: user.sub, limit: '1', from: '2020-01-01', cursor: first.cursor ?? '' });
    expect([second.items.map(({ action }) => action), second.cursor]).toEqual([['invited'], undefined]);
    expect((await events({ sub: user.sub, action: 'invited' })).items).toHaveLength(1);
    expect((await events({ sub: user.sub, by: 'nobody@nuk.example' })).items).toEqual([]);
    expect((await events({ sub: user.sub, to: '2020-01-01' })).items).toEqual([]);
    expect((await events({ from: today, to: '2020-01-01' })).error?.problems).toMatchObject([{ path: 'to' }]);
    const foreign = await portal.signedIn('ndach', 'admin');
    expect((await foreign.send(users.listAuditEvents, 'ndach', { query: { sub: user.sub } })).json.items).toEqual([]);
  });
});
