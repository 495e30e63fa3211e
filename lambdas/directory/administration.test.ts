import { randomUUID } from 'node:crypto';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { BatchWriteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { chunksOf } from '#lambdas/aws/concurrency.ts';
import { mayStaySignedIn } from '#lambdas/http/caller.ts';
import { actor, codesOf, directoryForTests, site } from '#scripts/testing/directory.ts';
import { auditItem } from './audit.ts';
import { newSession, sessionsStore } from './sessions.ts';
import type { User } from './user-row.ts';

const { there, admin, invite, failing } = directoryForTests(['sessions']);
/** As signing in and changing a password write it. */
const passwordSet = (user: User, at: Date) =>
  there().directory.users.notePassword(
    user,
    at,
    auditItem('audit', { user, action: 'passwordSet', actor: actor(), id: randomUUID(), now: at }),
    randomUUID(),
  );

type Changes = [string, (user: User) => Promise<unknown>][];
const givingRights: Changes = [
  ['AdminAddUserToGroup', (user) => admin().addToGroup(actor(), user, 'register-returns')],
  ['AdminCreateUser', (user) => admin().resend(actor(), user, site)],
];
const takingRights: Changes = [
  ['AdminDisableUser', (user) => admin().disable(actor(), user)],
  ['AdminRemoveUserFromGroup', (user) => admin().removeFromGroup(actor(), user, 'register-repairs')],
  ['AdminUserGlobalSignOut', (user) => admin().endSessions(actor(), user)],
  ['AdminDeleteUser', (user) => admin().remove(actor(), user)],
];

describe.each([...givingRights, ...takingRights])('%s', (operation, change) => {
  test('refused by Cognito leaves the row as it was, with no event, and can be tried again at once', async () => {
    const user = await invite();
    failing(operation);
    await expect(change(user)).rejects.toThrow();
    there().held.before = () => {};
    expect(await there().row(user)).toEqual(user);
    expect(await there().events(user)).toHaveLength(1);
    await change(user);
    expect(await there().events(user)).toHaveLength(2);
  });
});

describe.each(givingRights)('%s', (operation, change) => {
  test('by two admins at once: one is done, the other is told, and Cognito is asked once', async () => {
    const user = await invite();
    there().calls.length = 0;
    const results = await Promise.allSettled([change(user), change(user)]);
    expect(codesOf(results).toSorted()).toEqual(['UserChanged', 'done']);
    expect(there().calls.filter((asked) => asked === operation)).toHaveLength(1);
    expect(await there().events(user)).toHaveLength(2);
  });

  test('while another admin’s change is under way is refused, whatever version was read', async () => {
    const user = await invite();
    let second: Promise<unknown> | undefined;
    there().held.before = async (asked) => {
      if (asked !== operation || second) return;
      second = there()
        .row(user)
        .then((read) => admin().addToGroup(actor(), read, 'admin'));
      await second.catch(() => undefined);
    };
    await change(user);
    await expect(second).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await there().events(user)).toHaveLength(2);
  });

  test('broken off for good is completed by doing it again, once the claim has run out', async () => {
    const user = await invite();
    await there().directory.users.claim(user, { losesAdmin: false, by: 'somebody who died', now: there().now() });
    await expect(change(user)).rejects.toMatchObject({ code: 'UserChanged' });
    there().passTime(31);
    await change(user);
    expect(await there().events(user)).toHaveLength(2);
  });
});

/** Another writer, who claims the user's row anew and raises its version before every write of the directory, until the work is over. */
const whileAnotherWrites = async (user: User, work: () => Promise<unknown>) => {
  const { db, now } = there();
  const name = 'anotherWriter';
  let writes = 0;
  const overwrite = () =>
    db.send(
      new UpdateCommand({
        TableName: 'users',
        Key: { id: user.id },
        UpdateExpression: 'SET storeName = :name, claimedBy = :name, claimedUntil = :until ADD version :one',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: {
          ':name': `writer ${(writes += 1)}`,
          ':until': new Date(now().getTime() + 30_000).toISOString(),
          ':one': 1,
        },
      }),
    );
  db.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand') await overwrite();
        return next(args);
      },
    { step: 'initialize', name },
  );
  await work().finally(() => db.middlewareStack.remove(name));
  return writes;
};

describe('while another writer changes the row before every write', () => {
  test.each<[string, (user: User) => Promise<unknown>, Partial<User>]>([
    ['disabling', (user) => admin().disable(actor(), user), { enabled: false }],
    ['removing from a group', (user) => admin().removeFromGroup(actor(), user, 'admin'), { groups: ['dev-NUK'] }],
    ['ending sessions', (user) => admin().endSessions(actor(), user), {}],
  ])('%s succeeds, with one event', async (_, change, taken) => {
    await invite({ roles: ['admin'] });
    const user = await invite({ roles: ['admin'] });
    expect(await whileAnotherWrites(user, () => change(user))).toBeGreaterThan(5);
    expect(await there().row(user)).toMatchObject(taken);
    expect(await there().events(user)).toHaveLength(2);
  });

  test('deleting and forgetting succeed', async () => {
    await invite({ roles: ['admin'] });
    for (const remove of [admin().remove, admin().forget]) {
      const user = await invite({ roles: ['admin'] });
      await whileAnotherWrites(user, () => remove(actor(), user));
      expect(await there().directory.users.get('nuk', user.sub)).toBeUndefined();
      expect(await there().events(user)).toHaveLength(2);
    }
  });

  test('ending one session succeeds', async () => {
    const user = await invite();
    const session = newSession(user.region, randomUUID(), user.sub, new Date());
    await there().db.send(new PutCommand({ TableName: 'sessions', Item: session }));
    const ending = sessionsStore(there().db, 'sessions').ending('nuk', user.sub, session.id.split('#')[1] ?? '');
    await whileAnotherWrites(user, () => admin().endSession(actor(), user, ending));
    expect(await sessionsStore(there().db, 'sessions').list(user, new Date())).toEqual([]);
  });

  test('giving a role is refused', async () => {
    const user = await invite();
    const giving = whileAnotherWrites(user, () => admin().addToGroup(actor(), user, 'admin'));
    await expect(giving).rejects.toMatchObject({ code: 'UserChanged' });
  });
});

describe.each(takingRights)('%s', (_, change) => {
  test('succeeds for a version that is no longer current', async () => {
    const user = await invite();
    await admin().changeStore(actor(), user, { storeId: 'UK-1002', storeName: 'Grafton Street' });
    await change(user);
    expect(await there().events(user)).toHaveLength(3);
  });
});

test('disabling by two admins at once is one event', async () => {
  const user = await invite();
  await Promise.all([admin().disable(actor(), user), admin().disable(actor(), user)]);
  expect(await there().events(user)).toHaveLength(2);
});

describe('a change that gives rights and is overtaken by one that takes them away', () => {
  test.each<[string, (user: User) => Promise<unknown>, string]>([
    ['a role', (user) => admin().addToGroup(actor(), user, 'admin'), 'AdminAddUserToGroup'],
    ['access', (user) => admin().enable(actor(), user), 'AdminEnableUser'],
  ])('fails, and leaves Cognito without %s', async (_, give, operation) => {
    const invited = await invite();
    const user = await admin().disable(actor(), invited);
    let isOvertaken = false;
    there().held.before = async (asked) => {
      if (asked !== operation || isOvertaken) return;
      isOvertaken = true;
      await admin().disable(actor(), user);
    };
    await expect(give(user)).rejects.toMatchObject({ code: 'UserChanged' });
    const found = await there().directory.pool.find('nuk', user.sub);
    expect(found).toMatchObject({ enabled: false, groups: user.groups });
  });
});

describe('a store', () => {
  const called = (storeName: string) => ({ storeId: 'UK-7', storeName });
  const admins = ({ by, sub = 'sub-of-boss' }: { readonly by: string; readonly sub?: string }) => ({
    region: 'nuk' as const,
    sub,
    email: by,
  });

  test('has one name, whatever is said when somebody is invited or moved to it', async () => {
    const first = await invite(called('Old name'));
    const second = await invite({ ...called('New name'), email: 'second@store.example' });
    expect([first.storeName, second.storeName]).toEqual(['Old name', 'Old name']);
    const moved = await admin().changeStore(actor(), await invite({ email: 'third@store.example' }), {
      ...called('Third name'),
    });
    expect(moved).toMatchObject(called('Old name'));
  });

  test('that is renamed is called so at all of its users, each with an event; one that nobody knows is refused', async () => {
    const users = [await invite(called('Old name')), await invite({ ...called('x'), email: 'fifth@store.example' })];
    const elsewhere = await invite({ email: 'sixth@store.example' });
    const boss = actor('boss@store.example');
    const rename = (storeName: string) => admin().renameStore(boss, admins(boss), called(storeName));
    // While another admin changes one of them: both changes stay.
    there().held.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await rename('New name');
    };
    await admin().addToGroup(actor(), users[0] as User, 'admin');
    expect(await there().row(users[0] as User)).toMatchObject({ ...called('New name'), adminOf: 'nuk' });
    for (const user of users) {
      expect(await there().row(user)).toMatchObject(called('New name'));
      expect((await there().events(user)).find(({ action }) => action === 'storeChanged')).toMatchObject({
        by: 'boss@store.example',
        before: { storeName: 'Old name' },
        after: { storeName: 'New name' },
      });
    }
    expect(await there().row(elsewhere)).toEqual(elsewhere);
    await rename('New name');
    expect((await there().events(users[1] as User)).filter(({ action }) => action === 'storeChanged')).toHaveLength(1);
    const unknown = { storeId: 'UK-nowhere', storeName: 'x' };
    await expect(admin().renameStore(boss, admins(boss), unknown)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('whose id could mean two known ones invites nobody, neither in the directory nor in Cognito', async () => {
    const known = ['007', '0007'].map((storeId) => ({ storeId, storeName: `Store ${storeId}` }));
    await there().db.send(
      new BatchWriteCommand({
        RequestItems: { stores: known.map((store) => ({ PutRequest: { Item: { region: 'nuk', ...store } } })) },
      }),
    );
    const email = 'ambiguous@store.example';
    const person = { region: 'nuk', email, storeId: '7', storeName: 'Seven', roles: [] } as const;
    await expect(admin().invite(actor(), person, site)).rejects.toMatchObject({ code: 'StoreAmbiguous' });
    expect(await there().directory.pool.find('nuk', email)).toBeUndefined();
  });

  test('without users is renamed with one event, which names the admin, the store, its old and its new name', async () => {
    await there().directory.stores.add('nuk', { storeId: 'UK-8', storeName: 'Old name' }, 'request-1');
    const boss = { ...actor('boss@store.example'), sub: randomUUID() };
    const renamed = { storeId: 'UK-8', storeName: 'New name' };
    for (let times = 1; times <= 2; times += 1) await admin().renameStore(boss, admins(boss), renamed);
    const events = await there().events({ region: 'nuk', sub: boss.sub });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      action: 'storeRenamed',
      by: boss.by,
      email: boss.by,
      before: { storeName: 'Old name' },
      after: renamed,
      requestId: boss.requestId,
    });
  });

  test.each([
    ['stores', 'First', ['Old name → Second', 'Second → First']],
    ['users', 'Second', ['Old name → First', 'First → Second']],
  ])('renamed again before %s is written has the last name at all of its users: %s', async (table, last, told) => {
    const store = { storeId: `UK-before-${table}`, storeName: 'Old name' };
    const people = await Promise.all([invite(store), invite(store)]);
    const boss = { ...actor(), sub: randomUUID() };
    const rename = (storeName: string) => admin().renameStore(boss, admins(boss), { ...store, storeName });
    let isHeld = false;
    const { middlewareStack } = there().db;
    middlewareStack.add(
      (next) => async (args) => {
        const [first] = (args.input as Partial<TransactWriteCommandInput>).TransactItems ?? [];
        if (!isHeld && (first?.Put ?? first?.Update)?.TableName === table) {
          isHeld = true;
          await rename('Second');
        }
        return next(args);
      },
      { step: 'initialize', name: 'renamedMeanwhile' },
    );
    await rename('First').finally(() => middlewareStack.remove('renamedMeanwhile'));
    expect((await there().directory.stores.find('nuk', store.storeId))?.storeName).toBe(last);
    const rows = await Promise.all(people.map((user) => there().row(user)));
    expect(rows.map(({ storeName }) => storeName)).toEqual([last, last]);
    const events = await there().events({ region: 'nuk', sub: boss.sub });
    expect(events.map(({ before, after }) => `${before?.storeName} → ${after?.storeName}`)).toEqual(told);
  });
});

describe('a change', () => {
  test('tells what was before and after, by whom, and by which request', async () => {
    const user = await invite();
    const boss = actor('boss@store.example');
    const row = await admin().addToGroup(boss, user, 'admin');
    expect((await there().events(user)).at(-1)).toMatchObject({
      action: 'addedToGroup',
      by: 'boss@store.example',
      requestId: boss.requestId,
      before: { roles: ['register-repairs'] },
      after: { roles: ['admin', 'register-repairs'] },
    });
    expect(row).toMatchObject({ version: 1, adminOf: 'nuk' });
    expect(await there().row(user)).toEqual(row);
  });

  test.each<[string, (user: User) => Promise<User>]>([
    ['adding to a group that they are in', (user) => admin().addToGroup(actor(), user, 'register-repairs')],
    ['removing from one that they aren’t in', (user) => admin().removeFromGroup(actor(), user, 'admin')],
    ['enabling whoever is', (user) => admin().enable(actor(), user)],
    ['naming the store that they have', (user) => admin().changeStore(actor(), user, user)],
  ])('that changes nothing is not told: %s', async (_, change) => {
    const user = await invite();
    expect(await change(user)).toEqual(user);
    expect(await there().row(user)).toEqual(user);
    expect(await there().events(user)).toHaveLength(1);
  });

  test('is either written with its event or not at all', async () => {
    const user = await invite();
    const at = there().now();
    Object.assign(there().clock, { at, newId: () => 'of-both' });
    const row = await admin().addToGroup(actor(), user, 'admin');
    // This event is there already: nothing is written over it, and the change is not written either.
    await expect(admin().removeFromGroup(actor(), row, 'admin')).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await there().row(user)).toEqual(row);
    expect((await there().events(user)).map(({ action }) => action)).toEqual(['invited', 'addedToGroup']);
  });

  test('leaves what the user did meanwhile: a password set ends sessions, whatever the admin read', async () => {
    const user = await invite();
    const at = new Date(Date.now() + 1000);
    there().held.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await passwordSet(user, at);
    };
    await admin().addToGroup(actor(), user, 'admin');
    expect(await there().row(user)).toMatchObject({ validAfter: at.toISOString() });
  });

  test('of several groups is one event, which lists what was given and what was taken', async () => {
    const user = await invite({ roles: ['register-repairs'] });
    const row = await admin().changeGroups(actor(), user, { taken: ['register-repairs'], given: ['register-returns'] });
    expect(row).toMatchObject({ groups: ['dev-NUK', 'dev-register-returns'] });
    const [, event, ...others] = await there().events(user);
    expect([event, others]).toMatchObject([
      {
        action: 'groupsChanged',
        before: { roles: ['register-repairs'] },
        after: { roles: ['register-returns'] },
      },
      [],
    ]);
  });

  test('of several groups takes away what it takes even if giving fails', async () => {
    const user = await invite({ roles: ['register-repairs'] });
    failing('AdminAddUserToGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    const change = admin().changeGroups(actor(), user, { taken: ['register-repairs'], given: ['register-returns'] });
    await expect(change).rejects.toMatchObject({ code: 'AddToGroupFailed' });
    expect(await there().row(user)).toMatchObject({ groups: ['dev-NUK'] });
  });

  test('of a group that Cognito refuses has its own error', async () => {
    const user = await invite();
    failing('AdminAddUserToGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(admin().addToGroup(actor(), user, 'admin')).rejects.toMatchObject({
      code: 'AddToGroupFailed',
    });
    failing('AdminRemoveUserFromGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(admin().removeFromGroup(actor(), user, 'register-repairs')).rejects.toMatchObject({
      code: 'RemoveFromGroupFailed',
    });
  });

  test('of somebody whom Cognito no longer knows says so, and reconciliation forgets them', async () => {
    const user = await invite();
    await there().directory.pool.remove('nuk', user.sub);
    await expect(admin().addToGroup(actor(), user, 'admin')).rejects.toMatchObject({
      code: 'UserNotFoundException',
    });
    await admin().forget({ by: 'reconciliation', requestId: 'run' }, user);
    expect(await there().directory.users.get('nuk', user.sub)).toBeUndefined();
    expect((await there().events(user)).at(-1)).toMatchObject({ action: 'reconciled', by: 'reconciliation' });
  });
});

describe('sessions', () => {
  const begin = async (user: User, at = new Date()) => {
    const session = newSession(user.region, randomUUID(), user.sub, at);
    await there().db.send(new PutCommand({ TableName: 'sessions', Item: session }));
    return session;
  };

  const sessions = () => sessionsStore(there().db, 'sessions');
  const putAll = async (items: readonly object[]) => {
    for (const chunk of chunksOf(items, 25))
      await there().db.send(
        new BatchWriteCommand({ RequestItems: { sessions: chunk.map((Item) => ({ PutRequest: { Item } })) } }),
      );
  };

  test('are all listed and ended, with one event, however many have ended since they began', async () => {
    const user = await invite();
    const now = there().now();
    const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000);
    const begun = (minutesAgo: number) => newSession('nuk', randomUUID(), user.sub, at(minutesAgo));
    const open = Array.from({ length: 120 }, () => begun(30));
    // As many bytes as DynamoDB reads in two pages of a Query.
    const padding = 'x'.repeat(20_000);
    const revoked = Array.from({ length: 110 }, () => ({ ...begun(10), revoked: true, padding }));
    const over = [{ ...begun(90) }, { ...begun(13 * 60), lastRefreshAt: at(1).toISOString() }];
    await putAll([...open, ...revoked, ...over]);
    const keys = (await sessions().list(user, now)).map(({ id }) => id);
    expect(keys.toSorted()).toEqual(open.map(({ id }) => id.split('#')[1]).toSorted());
    const event = auditItem('audit', { user, action: 'sessionsEnded', actor: actor(), id: randomUUID(), now });
    await sessions().endWithEvent('nuk', user.sub, keys, event);
    expect(await sessions().list(user, now)).toEqual([]);
    expect((await there().events(user)).map(({ action }) => action)).toEqual(['invited', 'sessionsEnded']);
  });

  test('of before stay ended when somebody disabled is enabled again, also those begun at that very moment', async () => {
    const user = await invite();
    const disabled = await admin().disable(actor(), user);
    expect(mayStaySignedIn(disabled, await begin(user))).toBe(false);
    const late = await begin(disabled, new Date(Date.parse(disabled.validAfter ?? '') + 1));
    there().passTime(1);
    const enabled = await admin().enable(actor(), disabled);
    expect(enabled).toMatchObject({ enabled: true, regionState: 'nuk#invited' });
    expect(mayStaySignedIn(enabled, late)).toBe(false);
  });

  test('are ended one by one, with an event', async () => {
    const user = await invite();
    const [one, other] = [await begin(user), await begin(user)];
    const key = one.id.split('#')[1] ?? '';
    const row = await admin().endSession(
      actor(),
      user,
      sessionsStore(there().db, 'sessions').ending('nuk', user.sub, key),
    );
    expect((await sessionsStore(there().db, 'sessions').list(row, new Date())).map(({ id }) => id)).toEqual([
      other.id.split('#')[1],
    ]);
    expect((await there().events(user)).map(({ action }) => action)).toEqual(['invited', 'sessionsEnded']);
  });

  test('of somebody else are not ended, and nothing is told', async () => {
    const [user, victim] = [await invite(), await invite()];
    const session = await begin(victim);
    const ending = sessionsStore(there().db, 'sessions').ending('nuk', user.sub, session.id.split('#')[1] ?? '');
    await expect(admin().endSession(actor(), user, ending)).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await sessionsStore(there().db, 'sessions').list(victim, new Date())).toHaveLength(1);
    expect(await there().events(user)).toHaveLength(1);
  });
});
