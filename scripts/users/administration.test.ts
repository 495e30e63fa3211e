import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Person } from '#lambdas/directory/administration.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import { auditItem } from '#lambdas/directory/audit.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { mayStaySignedIn } from '#lambdas/http/caller.ts';
import { newSession } from '#lambdas/http/sessions.ts';
import { buildTimeoutMs, own } from '#scripts/contract/testing/steps.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Directory } from './directory-for-test.ts';
import { openDirectory, somebody } from './directory-for-test.ts';

let directory: Directory;
const site = 'https://portal.example';

beforeAll(async () => {
  directory = await openDirectory();
}, buildTimeoutMs);
afterAll(() => directory.close());
beforeEach(() => {
  directory.held.before = () => {};
  directory.clock.now = () => new Date();
  directory.clock.newId = randomUUID;
  directory.calls.length = 0;
  directory.target.mails.length = 0;
});

const actor = (by = 'boss@store.example'): Actor => ({ by, requestId: randomUUID() });
const invite = (change: Partial<Person> = {}) => directory.admin.invite(actor(), somebody(change), site);
const passwordIn = (html = '') => /Temporary password<br><strong[^>]*>([^<]+)</.exec(html)?.[1] ?? '';
const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code));
const failing = (operation: string, error = new Error(`${operation} broke`)) => {
  directory.held.before = (asked) => {
    if (asked === operation) throw error;
  };
};

/** As signing in and changing a password write it. */
const passwordSet = (user: User, at: Date) =>
  directory.users.notePassword(
    user,
    at,
    auditItem('audit', { user, action: 'passwordSet', actor: actor(), id: randomUUID(), now: at }),
    randomUUID(),
  );

describe('an invitation', () => {
  test('makes the user in Cognito and in the directory, with one email and one event', async () => {
    const boss = actor();
    const row = await directory.admin.invite(boss, somebody({ roles: ['admin', 'register-returns'] }), site);
    expect(await directory.row(row)).toEqual(row);
    expect(row).toMatchObject({
      groups: expect.arrayContaining(['dev-NUK', 'dev-admin', 'dev-register-returns']),
      adminOf: 'nuk',
      regionState: 'nuk#invited',
      version: 0,
    });
    expect(Date.parse(row.inviteExpiresAt ?? '') - Date.parse(row.invitedAt ?? '')).toBe(7 * 86_400_000);
    expect(await directory.events(row)).toMatchObject([
      {
        action: 'invited',
        by: boss.by,
        requestId: boss.requestId,
        before: {},
        after: { roles: ['admin', 'register-returns'], inRegion: true, enabled: true, storeId: 'UK-1001' },
      },
    ]);
    const [mail] = directory.target.mails;
    expect(directory.target.mails).toHaveLength(1);
    expect((await directory.setting.start(row.email, passwordIn(mail?.html))).ChallengeName).toBe(
      'NEW_PASSWORD_REQUIRED',
    );
  });

  test('of somebody who has a user already is refused, and changes nothing', async () => {
    const row = await invite();
    const again = somebody({ email: row.email, roles: ['admin'] });
    await expect(directory.admin.invite(actor(), again, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect([await directory.row(row), await directory.groupsInPool(row.email)]).toEqual([
      row,
      ['dev-NUK', 'dev-register-repairs'],
    ]);
    expect([directory.target.mails.length, (await directory.events(row)).length]).toEqual([1, 1]);
  });

  test('by two admins at once is one user, one email, one event, with the groups of the one who got there', async () => {
    const { email } = somebody();
    const results = await Promise.allSettled([
      invite({ email, roles: ['admin'] }),
      invite({ email, roles: ['register-returns'] }),
    ]);
    expect(codesOf(results).toSorted()).toEqual(['UsernameExistsException', 'done']);
    const row = await directory.users.findByEmail('nuk', email);
    expect(await directory.groupsInPool(email)).toEqual([...(row?.groups ?? [])].toSorted());
    expect(row?.groups).toHaveLength(2);
    expect([directory.target.mails.length, (await directory.events(row as User)).length]).toEqual([1, 1]);
  });

  test.each(['AdminCreateUser', 'AdminAddUserToGroup', 'AdminGetUser', 'AdminListGroupsForUser'])(
    'that was broken off before %s can be sent again, with the groups that are then asked for',
    async (operation) => {
      const { email } = somebody();
      failing(operation);
      await expect(invite({ email, roles: ['admin'] })).rejects.toThrow('broke');
      directory.held.before = () => {};
      const row = await invite({ email, roles: ['register-repairs'] });
      expect(await directory.groupsInPool(email)).toEqual(['dev-NUK', 'dev-register-repairs']);
      expect(row).toMatchObject({ status: 'invited' });
      expect(row).not.toHaveProperty('adminOf');
      expect(await directory.events(row)).toHaveLength(1);
    },
  );

  test('that was broken off, and that somebody has used meanwhile, is completed as it is', async () => {
    const { email } = somebody();
    failing('AdminListGroupsForUser');
    await expect(invite({ email })).rejects.toThrow('broke');
    directory.held.before = () => {};
    const { Session } = await directory.setting.start(email, passwordIn(directory.target.mails[0]?.html));
    await directory.setting.answer(email, own, Session);
    const row = await invite({ email, roles: ['admin'] });
    expect(row).toMatchObject({ status: 'confirmed', regionState: 'nuk#confirmed', adminOf: 'nuk' });
    expect(row).not.toHaveProperty('inviteExpiresAt');
    expect(directory.target.mails).toHaveLength(1);
  });

  test('of a job that is begun again sends no second email', async () => {
    const person = somebody();
    const since = new Date(Date.now() - 1000);
    const row = actor('job@store.example');
    failing('AdminListGroupsForUser');
    await expect(directory.admin.invite(row, person, site, { since })).rejects.toThrow('broke');
    directory.held.before = () => {};
    await directory.admin.invite(row, person, site, { since });
    expect(directory.target.mails).toHaveLength(1);
  });

  test('of a job that died in between goes on at once, for the same row only', async () => {
    const person = somebody();
    const by = actor().requestId;
    await directory.users.claimEmail('nuk', person.email, { by, now: new Date() });
    await expect(directory.admin.invite(actor(), person, site)).rejects.toMatchObject({
      code: 'UsernameExistsException',
    });
    expect(await directory.admin.invite({ by: 'x', requestId: by }, person, site)).toMatchObject({
      email: person.email,
    });
  });

  test('of somebody who was disabled in Cognito meanwhile leaves them so', async () => {
    const { email } = somebody();
    failing('AdminListGroupsForUser');
    await expect(invite({ email })).rejects.toThrow('broke');
    directory.held.before = () => {};
    await directory.setting.disable(email);
    expect(await invite({ email })).toMatchObject({ enabled: false, regionState: 'nuk#disabled' });
  });

  test('sent again makes the earlier password void; not to whoever has chosen one', async () => {
    const row = await invite();
    const again = await directory.admin.resend(actor(), row, site);
    expect(again.invitedAt && row.invitedAt && again.invitedAt > row.invitedAt).toBe(true);
    const [first, second] = directory.target.mails.map(({ html }) => passwordIn(html));
    await expect(directory.setting.start(row.email, first ?? '')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    const { Session } = await directory.setting.start(row.email, second ?? '');
    await directory.setting.answer(row.email, own, Session);
    // The directory does not know yet, and does from now on.
    await expect(directory.admin.resend(actor(), again, site)).rejects.toMatchObject({ code: 'InvitationNotPending' });
    const confirmed = await directory.row(row);
    expect(confirmed).toMatchObject({ status: 'confirmed', regionState: 'nuk#confirmed' });
    expect(() => directory.admin.resend(actor(), confirmed, site)).toThrow('InvitationNotPending');
    expect(directory.target.mails).toHaveLength(2);
  });
});

/** Everything that can be done to a user, and what Cognito is asked to do for it. */
const changes: [string, (user: User) => Promise<unknown>][] = [
  ['AdminDisableUser', (user) => directory.admin.disable(actor(), user)],
  ['AdminAddUserToGroup', (user) => directory.admin.addToGroup(actor(), user, 'register-returns')],
  ['AdminRemoveUserFromGroup', (user) => directory.admin.removeFromGroup(actor(), user, 'register-repairs')],
  ['AdminUserGlobalSignOut', (user) => directory.admin.endSessions(actor(), user)],
  ['AdminDeleteUser', (user) => directory.admin.remove(actor(), user)],
  ['AdminCreateUser', (user) => directory.admin.resend(actor(), user, site)],
];

describe.each(changes)('%s', (operation, change) => {
  test('by two admins at once: one is done, the other is told, and Cognito is asked once', async () => {
    const user = await invite();
    directory.calls.length = 0;
    const results = await Promise.allSettled([change(user), change(user)]);
    expect(codesOf(results).toSorted()).toEqual(['UserChanged', 'done']);
    expect(directory.calls.filter((asked) => asked === operation)).toHaveLength(1);
    expect(await directory.events(user)).toHaveLength(2);
  });

  test('while another admin’s change is under way is refused, whatever version was read', async () => {
    const user = await invite();
    let second: Promise<unknown> | undefined;
    directory.held.before = async (asked) => {
      if (asked !== operation || second) return;
      second = directory.row(user).then((read) => directory.admin.addToGroup(actor(), read, 'admin'));
      await second.catch(() => undefined);
    };
    await change(user);
    await expect(second).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await directory.events(user)).toHaveLength(2);
  });

  test('refused by Cognito leaves the row as it was, with no event, and can be tried again at once', async () => {
    const user = await invite();
    failing(operation);
    await expect(change(user)).rejects.toThrow();
    directory.held.before = () => {};
    expect(await directory.row(user)).toEqual(user);
    expect(await directory.events(user)).toHaveLength(1);
    await change(user);
    expect(await directory.events(user)).toHaveLength(2);
  });

  test('broken off for good is completed by doing it again, once the claim has run out', async () => {
    const user = await invite();
    await directory.users.claim(user, { losesAdmin: false, by: 'somebody who died', now: new Date() });
    await expect(change(user)).rejects.toMatchObject({ code: 'UserChanged' });
    directory.clock.now = () => new Date(Date.now() + 31_000);
    await change(user);
    expect(await directory.events(user)).toHaveLength(2);
  });
});

describe('a store', () => {
  const called = (storeName: string) => ({ storeId: 'UK-7', storeName });

  test('has one name, whatever is said when somebody is invited or moved to it', async () => {
    const first = await invite(called('Old name'));
    const second = await invite({ ...called('New name'), email: 'second@store.example' });
    expect([first.storeName, second.storeName]).toEqual(['Old name', 'Old name']);
    const moved = await directory.admin.changeStore(actor(), await invite({ email: 'third@store.example' }), {
      ...called('Third name'),
    });
    expect(moved).toMatchObject(called('Old name'));
  });

  test('that is renamed is called so at all of its users, each with an event; one that nobody knows is refused', async () => {
    const users = [await invite(called('Old name')), await invite({ ...called('x'), email: 'fifth@store.example' })];
    const elsewhere = await invite({ email: 'sixth@store.example' });
    const boss = actor('boss@store.example');
    // While another admin changes one of them: both changes stay.
    directory.held.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await directory.admin.renameStore(boss, 'nuk', called('New name'));
    };
    await directory.admin.addToGroup(actor(), users[0] as User, 'admin');
    expect(await directory.row(users[0] as User)).toMatchObject({ ...called('New name'), adminOf: 'nuk' });
    for (const user of users) {
      expect(await directory.row(user)).toMatchObject(called('New name'));
      expect((await directory.events(user)).find(({ action }) => action === 'storeChanged')).toMatchObject({
        by: 'boss@store.example',
        before: { storeName: 'Old name' },
        after: { storeName: 'New name' },
      });
    }
    expect(await directory.row(elsewhere)).toEqual(elsewhere);
    await directory.admin.renameStore(boss, 'nuk', called('New name'));
    expect((await directory.events(users[1] as User)).filter(({ action }) => action === 'storeChanged')).toHaveLength(
      1,
    );
    await expect(
      directory.admin.renameStore(boss, 'nuk', { storeId: 'UK-nowhere', storeName: 'x' }),
    ).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('a change', () => {
  test('tells what was before and after, by whom, and by which request', async () => {
    const user = await invite();
    const boss = actor('boss@store.example');
    const row = await directory.admin.addToGroup(boss, user, 'admin');
    expect((await directory.events(user)).at(-1)).toMatchObject({
      action: 'addedToGroup',
      by: 'boss@store.example',
      requestId: boss.requestId,
      before: { roles: ['register-repairs'] },
      after: { roles: ['admin', 'register-repairs'] },
    });
    expect(row).toMatchObject({ version: 1, adminOf: 'nuk' });
    expect(await directory.row(user)).toEqual(row);
  });

  test.each<[string, (user: User) => Promise<User>]>([
    ['adding to a group that they are in', (user) => directory.admin.addToGroup(actor(), user, 'register-repairs')],
    ['removing from one that they aren’t in', (user) => directory.admin.removeFromGroup(actor(), user, 'admin')],
    ['enabling whoever is', (user) => directory.admin.enable(actor(), user)],
    ['naming the store that they have', (user) => directory.admin.changeStore(actor(), user, user)],
  ])('that changes nothing is not told: %s', async (_, change) => {
    const user = await invite();
    expect(await change(user)).toEqual(user);
    expect(await directory.row(user)).toEqual(user);
    expect(await directory.events(user)).toHaveLength(1);
  });

  test('is either written with its event or not at all', async () => {
    const user = await invite();
    const at = new Date();
    directory.clock.now = () => at;
    directory.clock.newId = () => 'of-both';
    const row = await directory.admin.addToGroup(actor(), user, 'admin');
    // This event is there already: nothing is written over it, and the change is not written either.
    await expect(directory.admin.removeFromGroup(actor(), row, 'admin')).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await directory.row(user)).toEqual(row);
    expect((await directory.events(user)).map(({ action }) => action)).toEqual(['invited', 'addedToGroup']);
  });

  test('of the second factor is asked of Cognito, and told', async () => {
    const user = await invite();
    directory.secondFactors.add(user.sub);
    const found = await directory.pool.find('nuk', user.sub);
    if (!found) throw new Error('gone');
    const withFactor = await directory.admin.mirror(actor('reconciliation'), user, found);
    if (!withFactor) throw new Error('same');
    expect(withFactor.secondFactor).toBe(true);
    expect(await directory.admin.resetSecondFactor(actor(), withFactor)).toMatchObject({ secondFactor: false });
    expect((await directory.events(user)).at(-1)).toMatchObject({
      action: 'secondFactorOff',
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
  });

  test('leaves what the user did meanwhile: a password set ends sessions, whatever the admin read', async () => {
    const user = await invite();
    const at = new Date(Date.now() + 1000);
    directory.held.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await passwordSet(user, at);
    };
    await directory.admin.addToGroup(actor(), user, 'admin');
    expect(await directory.row(user)).toMatchObject({ validAfter: at.toISOString() });
  });

  test('of a group that Cognito refuses has its own error', async () => {
    const user = await invite();
    failing('AdminAddUserToGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(directory.admin.addToGroup(actor(), user, 'admin')).rejects.toMatchObject({
      code: 'AddToGroupFailed',
    });
    failing('AdminRemoveUserFromGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(directory.admin.removeFromGroup(actor(), user, 'register-repairs')).rejects.toMatchObject({
      code: 'RemoveFromGroupFailed',
    });
  });

  test('of somebody whom Cognito no longer knows says so, and reconciliation forgets them', async () => {
    const user = await invite();
    await directory.pool.remove('nuk', user.sub);
    await expect(directory.admin.addToGroup(actor(), user, 'admin')).rejects.toMatchObject({
      code: 'UserNotFoundException',
    });
    await directory.admin.forget({ by: 'reconciliation', requestId: 'run' }, user);
    expect(await directory.users.get('nuk', user.sub)).toBeUndefined();
    expect((await directory.events(user)).at(-1)).toMatchObject({ action: 'reconciled', by: 'reconciliation' });
  });
});

describe('sessions', () => {
  const begin = async (user: User, at = new Date()) => {
    const session = newSession(user.region, randomUUID(), user.sub, at);
    await directory.db.send(new PutCommand({ TableName: 'sessions', Item: session }));
    return session;
  };

  test('of before stay ended when somebody disabled is enabled again, here and in Cognito', async () => {
    const { email, ...user } = await invite();
    await directory.setting.confirmed(email).catch(() => undefined);
    const mailed = passwordIn(directory.target.mails[0]?.html);
    const { Session } = await directory.setting.start(email, mailed);
    await directory.setting.answer(email, own, Session);
    const tokens = await directory.setting.signIn(email);
    const session = await begin({ ...user, email });
    const disabled = await directory.admin.disable(actor(), await directory.row(user));
    expect(await directory.isEnabledInPool(email)).toBe(false);
    expect(mayStaySignedIn(disabled, session)).toBe(false);
    // Begun at the very moment in which they were disabled.
    const late = await begin(disabled, new Date(Date.parse(disabled.validAfter ?? '') + 1));
    directory.clock.now = () => new Date(Date.now() + 1000);
    const enabled = await directory.admin.enable(actor(), disabled);
    expect(enabled).toMatchObject({ enabled: true, regionState: 'nuk#confirmed' });
    expect(mayStaySignedIn(enabled, session) || mayStaySignedIn(enabled, late)).toBe(false);
    await expect(directory.setting.refresh(tokens.RefreshToken)).rejects.toThrow();
    expect(await directory.setting.signIn(email)).toMatchObject({ AccessToken: expect.any(String) });
  });

  test('are ended one by one, with an event', async () => {
    const user = await invite();
    const [one, other] = [await begin(user), await begin(user)];
    const key = one.id.split('#')[1] ?? '';
    const row = await directory.admin.endSession(actor(), user, directory.sessions.ending('nuk', user.sub, key));
    expect((await directory.sessions.list(row, new Date())).map(({ id }) => id)).toEqual([other.id.split('#')[1]]);
    expect((await directory.events(user)).map(({ action }) => action)).toEqual(['invited', 'sessionsEnded']);
  });

  test('of somebody else are not ended, and nothing is told', async () => {
    const [user, victim] = [await invite(), await invite()];
    const session = await begin(victim);
    const ending = directory.sessions.ending('nuk', user.sub, session.id.split('#')[1] ?? '');
    await expect(directory.admin.endSession(actor(), user, ending)).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await directory.sessions.list(victim, new Date())).toHaveLength(1);
    expect(await directory.events(user)).toHaveLength(1);
  });
});

describe('of a region’s admins', () => {
  // No other test has admins here.
  const region: RegionId = 'nfr';
  const clear = async (...admins: User[]) => {
    for (const one of admins) {
      const row = await directory.users.get(region, one.sub);
      if (row) await directory.admin.forget(actor('operator'), row);
    }
  };
  const twoAdmins = () => Promise.all([invite({ region, roles: ['admin'] }), invite({ region, roles: ['admin'] })]);

  test.each(Array.from({ length: 20 }, (_, round) => [round]))(
    'one stays when two take each other away at the same moment (%d)',
    async (round) => {
      const [one, other] = await twoAdmins();
      const away = [
        (user: User) => directory.admin.removeFromGroup(actor(), user, 'admin'),
        (user: User) => directory.admin.disable(actor(), user),
        (user: User) => directory.admin.remove(actor(), user),
      ];
      const results = await Promise.allSettled([away[round % 3]?.(other), away[(round >> 1) % 3]?.(one)]);
      expect(codesOf(results).toSorted()).toEqual(['LastAdmin', 'done']);
      const rows = await Promise.all([one, other].map(({ sub }) => directory.users.get(region, sub)));
      expect(rows.filter((row) => row?.adminOf === region && row.enabled)).toHaveLength(1);
      await clear(one, other);
    },
  );

  test('one whose removal was broken off can still be removed, and the other one then cannot', async () => {
    const [one, other] = await twoAdmins();
    await directory.users.claim(one, { losesAdmin: true, by: 'somebody who died', now: new Date() });
    directory.clock.now = () => new Date(Date.now() + 31_000);
    await directory.admin.disable(actor(), one);
    await expect(directory.admin.disable(actor(), other)).rejects.toMatchObject({ code: 'LastAdmin' });
    await clear(one, other);
  });

  test('one whose removal failed counts as before', async () => {
    const [one, other] = await twoAdmins();
    failing('AdminDisableUser');
    await expect(directory.admin.disable(actor(), one)).rejects.toThrow('broke');
    directory.held.before = () => {};
    await directory.admin.disable(actor(), other);
    await expect(directory.admin.disable(actor(), one)).rejects.toMatchObject({ code: 'LastAdmin' });
    await clear(one, other);
  });

  test('one who was claimed and left so is counted again by the reconciliation', async () => {
    const [one, other] = await twoAdmins();
    await directory.users.claim(one, { losesAdmin: true, by: 'somebody who died', now: new Date() });
    directory.clock.now = () => new Date(Date.now() + 31_000);
    const found = await directory.pool.find(region, one.sub);
    if (!found) throw new Error('gone');
    expect(await directory.admin.mirror(actor('reconciliation'), await directory.row(one), found)).toBeUndefined();
    await directory.admin.disable(actor(), other);
    await clear(one, other);
  });

  test('the last one taken away in Cognito’s console is gone, and whoever comes next is the last one', async () => {
    const [one, other] = await twoAdmins();
    await clear(other);
    await directory.setting.disable(one.sub);
    const found = await directory.pool.find(region, one.sub);
    if (!found) throw new Error('gone');
    const mirrored = await directory.admin.mirror(actor('reconciliation'), one, found);
    expect(mirrored).toMatchObject({ enabled: false });
    expect(mirrored?.validAfter).toBeDefined();
    const next = await invite({ region, roles: ['admin'] });
    await expect(directory.admin.disable(actor(), next)).rejects.toMatchObject({ code: 'LastAdmin' });
    await clear(one, next);
  });
});

describe('an email that came back', () => {
  const [earlier, later] = ['2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'] as const;

  test('is noted at the user, the latest of several; nobody comes back for it', async () => {
    const user = await invite();
    for (const at of [earlier, later, earlier]) await directory.users.noteBounce(user, at);
    expect(await directory.row(user)).toEqual({ ...user, bouncedAt: later });
    await directory.admin.remove(actor(), await directory.row(user));
    await directory.users.noteBounce(user, later);
    expect(await directory.users.get(user.region, user.sub)).toBeUndefined();
  });

  test('stays with a change, and goes with the address', async () => {
    const user = await invite();
    await directory.users.noteBounce(user, later);
    const disabled = await directory.admin.disable(actor(), await directory.row(user));
    expect(disabled).toMatchObject({ bouncedAt: later });
    const found = await directory.pool.find(user.region, user.sub);
    if (!found) throw new Error('gone');
    await directory.admin.mirror(actor('reconciliation'), disabled, { ...found, email: 'right@store.example' });
    const row = await directory.row(user);
    expect(row.email).toBe('right@store.example');
    expect(row.bouncedAt).toBeUndefined();
  });
});
