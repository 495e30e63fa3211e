import { randomUUID } from 'node:crypto';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { BatchWriteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { canStaySignedIn } from '#lambdas/lib/http/caller.ts';
import { createSession, createSessionsStore } from '#lambdas/lib/sessions/sessions.ts';
import { buildActor, toCodes, setUpTestDirectory, site } from '#scripts/testing/directory.ts';
import { buildAuditItem } from './audit.ts';
import type { User } from './user-row.ts';

const { getDirectory, getAdministration, invite, failOperation, restoreOperations } = setUpTestDirectory(['sessions']);
/** Writes the user's row in the same way as setting a password. */
const setPassword = (user: User, at: Date) =>
  getDirectory().directory.users.recordPasswordChange(
    user,
    at,
    buildAuditItem('audit', { user, action: 'passwordSet', actor: buildActor(), id: randomUUID(), now: at }),
    randomUUID(),
  );

/** Changes, each with an operation of Cognito that it calls. */
type Changes = [string, (user: User) => Promise<unknown>][];
const grantingChanges: Changes = [
  ['AdminAddUserToGroup', (user) => getAdministration().addToGroup(buildActor(), user, 'register-returns')],
  ['AdminCreateUser', (user) => getAdministration().resend(buildActor(), user, site)],
];
const revokingChanges: Changes = [
  ['AdminDisableUser', (user) => getAdministration().disable(buildActor(), user)],
  ['AdminRemoveUserFromGroup', (user) => getAdministration().removeFromGroup(buildActor(), user, 'register-repairs')],
  ['AdminUserGlobalSignOut', (user) => getAdministration().endSessions(buildActor(), user)],
  ['AdminDeleteUser', (user) => getAdministration().remove(buildActor(), user)],
];

describe.each([...grantingChanges, ...revokingChanges])('a change that calls %s', (operation, change) => {
  test('leaves row and history unchanged if Cognito fails, and can be retried', async () => {
    const user = await invite();
    failOperation(operation);
    await expect(change(user)).rejects.toThrow();
    restoreOperations();
    expect(await getDirectory().readRow(user)).toEqual(user);
    expect(await getDirectory().listEvents(user)).toHaveLength(1);
    await change(user);
    expect(await getDirectory().listEvents(user)).toHaveLength(2);
  });
});

describe.each(grantingChanges)('a granting change that calls %s', (operation, change) => {
  test('by two admins at once succeeds for one and calls Cognito once', async () => {
    const user = await invite();
    getDirectory().calls.length = 0;
    const results = await Promise.allSettled([change(user), change(user)]);
    expect(toCodes(results).toSorted()).toEqual(['UserChanged', 'done']);
    expect(getDirectory().calls.filter((calledOperation) => calledOperation === operation)).toHaveLength(1);
    expect(await getDirectory().listEvents(user)).toHaveLength(2);
  });

  test('is rejected while another admin’s change is in progress', async () => {
    const user = await invite();
    let secondChange: Promise<unknown> | undefined;
    getDirectory().hooks.before = async (calledOperation) => {
      if (calledOperation !== operation || secondChange) return;
      secondChange = getDirectory()
        .readRow(user)
        .then((row) => getAdministration().addToGroup(buildActor(), row, 'admin'));
      await secondChange.catch(() => undefined);
    };
    await change(user);
    await expect(secondChange).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await getDirectory().listEvents(user)).toHaveLength(2);
  });

  test('can be repeated after an interruption once the lease has expired', async () => {
    const user = await invite();
    await getDirectory().directory.users.acquireLease(user, {
      losesAdmin: false,
      by: 'interrupted change',
      now: getDirectory().now(),
    });
    await expect(change(user)).rejects.toMatchObject({ code: 'UserChanged' });
    getDirectory().passTime(31);
    await change(user);
    expect(await getDirectory().listEvents(user)).toHaveLength(2);
  });
});

/** Simulates another writer that takes the lease and raises the row's version before each write during `work`. Returns the number of its writes. */
const runWithAnotherWriter = async (user: User, work: () => Promise<unknown>) => {
  const { db, now } = getDirectory();
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
    ['disabling', (user) => getAdministration().disable(buildActor(), user), { enabled: false }],
    [
      'removing a user from a group',
      (user) => getAdministration().removeFromGroup(buildActor(), user, 'admin'),
      { groups: ['dev-NUK'] },
    ],
    ['ending sessions', (user) => getAdministration().endSessions(buildActor(), user), {}],
  ])('%s succeeds, with one event', async (_, change, expectedFacts) => {
    await invite({ roles: ['admin'] });
    const user = await invite({ roles: ['admin'] });
    expect(await runWithAnotherWriter(user, () => change(user))).toBeGreaterThan(5);
    expect(await getDirectory().readRow(user)).toMatchObject(expectedFacts);
    expect(await getDirectory().listEvents(user)).toHaveLength(2);
  });

  test('deleting a user, and removing one who is missing in Cognito, succeed', async () => {
    await invite({ roles: ['admin'] });
    for (const remove of [getAdministration().remove, getAdministration().removeMissing]) {
      const user = await invite({ roles: ['admin'] });
      await runWithAnotherWriter(user, () => remove(buildActor(), user));
      expect(await getDirectory().directory.users.get('nuk', user.sub)).toBeUndefined();
      expect(await getDirectory().listEvents(user)).toHaveLength(2);
    }
  });

  test('ending one session succeeds', async () => {
    const user = await invite();
    const session = createSession(user.region, randomUUID(), user.sub, new Date());
    await getDirectory().db.send(new PutCommand({ TableName: 'sessions', Item: session }));
    const revocation = createSessionsStore(getDirectory().db, 'sessions').buildRevocation(
      'nuk',
      user.sub,
      session.id.split('#')[1] ?? '',
    );
    await runWithAnotherWriter(user, () => getAdministration().endSession(buildActor(), user, revocation));
    expect(await createSessionsStore(getDirectory().db, 'sessions').list(user, new Date())).toEqual([]);
  });

  test('adding a role is rejected', async () => {
    const user = await invite();
    const addition = runWithAnotherWriter(user, () => getAdministration().addToGroup(buildActor(), user, 'admin'));
    await expect(addition).rejects.toMatchObject({ code: 'UserChanged' });
  });
});

describe.each(revokingChanges)('a revoking change that calls %s', (_, change) => {
  test('succeeds for an outdated version', async () => {
    const user = await invite();
    await getAdministration().changeStore(buildActor(), user, { storeId: 'UK-1002', storeName: 'Grafton Street' });
    await change(user);
    expect(await getDirectory().listEvents(user)).toHaveLength(3);
  });
});

test('disabling by two admins at once writes one event', async () => {
  const user = await invite();
  await Promise.all([getAdministration().disable(buildActor(), user), getAdministration().disable(buildActor(), user)]);
  expect(await getDirectory().listEvents(user)).toHaveLength(2);
});

describe('granting rights while another change takes them away', () => {
  test.each<[string, (user: User) => Promise<unknown>, string]>([
    ['a role', (user) => getAdministration().addToGroup(buildActor(), user, 'admin'), 'AdminAddUserToGroup'],
    ['access', (user) => getAdministration().enable(buildActor(), user), 'AdminEnableUser'],
  ])('fails and leaves Cognito without %s', async (_, grant, operation) => {
    const invitedUser = await invite();
    const user = await getAdministration().disable(buildActor(), invitedUser);
    let isOvertaken = false;
    getDirectory().hooks.before = async (calledOperation) => {
      if (calledOperation !== operation || isOvertaken) return;
      isOvertaken = true;
      await getAdministration().disable(buildActor(), user);
    };
    await expect(grant(user)).rejects.toMatchObject({ code: 'UserChanged' });
    const poolUser = await getDirectory().directory.pool.find('nuk', user.sub);
    expect(poolUser).toMatchObject({ enabled: false, groups: user.groups });
  });
});

describe('store name', () => {
  const buildStore = (storeName: string) => ({ storeId: 'UK-7', storeName });
  const toAdmin = ({ by, sub = 'sub-of-boss' }: { readonly by: string; readonly sub?: string }) => ({
    region: 'nuk' as const,
    sub,
    email: by,
  });

  test('is kept when an invitation or a move contains another name', async () => {
    const first = await invite(buildStore('Old name'));
    const second = await invite({ ...buildStore('New name'), email: 'second@store.example' });
    expect([first.storeName, second.storeName]).toEqual(['Old name', 'Old name']);
    const movedUser = await getAdministration().changeStore(
      buildActor(),
      await invite({ email: 'third@store.example' }),
      {
        ...buildStore('Third name'),
      },
    );
    expect(movedUser).toMatchObject(buildStore('Old name'));
  });

  test('is changed for all users of the store, each with an event', async () => {
    const users = [
      await invite(buildStore('Old name')),
      await invite({ ...buildStore('x'), email: 'fifth@store.example' }),
    ];
    const userOfOtherStore = await invite({ email: 'sixth@store.example' });
    const boss = buildActor('boss@store.example');
    const rename = (storeName: string) => getAdministration().renameStore(boss, toAdmin(boss), buildStore(storeName));
    // Renames the store while another admin changes one of its users: both changes are kept.
    getDirectory().hooks.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await rename('New name');
    };
    await getAdministration().addToGroup(buildActor(), users[0] as User, 'admin');
    expect(await getDirectory().readRow(users[0] as User)).toMatchObject({ ...buildStore('New name'), adminOf: 'nuk' });
    for (const user of users) {
      expect(await getDirectory().readRow(user)).toMatchObject(buildStore('New name'));
      expect((await getDirectory().listEvents(user)).find(({ action }) => action === 'storeChanged')).toMatchObject({
        by: 'boss@store.example',
        before: { storeName: 'Old name' },
        after: { storeName: 'New name' },
      });
    }
    expect(await getDirectory().readRow(userOfOtherStore)).toEqual(userOfOtherStore);
    await rename('New name');
    expect(
      (await getDirectory().listEvents(users[1] as User)).filter(({ action }) => action === 'storeChanged'),
    ).toHaveLength(1);
    const unknown = { storeId: 'UK-nowhere', storeName: 'x' };
    await expect(getAdministration().renameStore(boss, toAdmin(boss), unknown)).rejects.toMatchObject({
      code: 'NotFound',
    });
  });

  test('rejects an invitation with an ambiguous store id', async () => {
    const storesWithSimilarIds = ['007', '0007'].map((storeId) => ({ storeId, storeName: `Store ${storeId}` }));
    await getDirectory().db.send(
      new BatchWriteCommand({
        RequestItems: {
          stores: storesWithSimilarIds.map((store) => ({ PutRequest: { Item: { region: 'nuk', ...store } } })),
        },
      }),
    );
    const email = 'ambiguous@store.example';
    const person = { region: 'nuk', email, storeId: '7', storeName: 'Seven', roles: [] } as const;
    await expect(getAdministration().invite(buildActor(), person, site)).rejects.toMatchObject({
      code: 'StoreAmbiguous',
    });
    expect(await getDirectory().directory.pool.find('nuk', email)).toBeUndefined();
  });

  test('of a store without users is changed with one event', async () => {
    await getDirectory().directory.stores.add('nuk', { storeId: 'UK-8', storeName: 'Old name' }, 'request-1');
    const boss = { ...buildActor('boss@store.example'), sub: randomUUID() };
    const renamed = { storeId: 'UK-8', storeName: 'New name' };
    for (let times = 1; times <= 2; times += 1) await getAdministration().renameStore(boss, toAdmin(boss), renamed);
    const events = await getDirectory().listEvents({ region: 'nuk', sub: boss.sub });
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
  ])(
    'is the same everywhere if a second renaming runs before the first one writes to the table %s',
    async (table, last, renamings) => {
      const store = { storeId: `UK-before-${table}`, storeName: 'Old name' };
      const users = await Promise.all([invite(store), invite(store)]);
      const boss = { ...buildActor(), sub: randomUUID() };
      const rename = (storeName: string) =>
        getAdministration().renameStore(boss, toAdmin(boss), { ...store, storeName });
      let isSecondStarted = false;
      const { middlewareStack } = getDirectory().db;
      middlewareStack.add(
        (next) => async (args) => {
          const [first] = (args.input as Partial<TransactWriteCommandInput>).TransactItems ?? [];
          if (!isSecondStarted && (first?.Put ?? first?.Update)?.TableName === table) {
            isSecondStarted = true;
            await rename('Second');
          }
          return next(args);
        },
        { step: 'initialize', name: 'renamedMeanwhile' },
      );
      await rename('First').finally(() => middlewareStack.remove('renamedMeanwhile'));
      expect((await getDirectory().directory.stores.find('nuk', store.storeId))?.storeName).toBe(last);
      const rows = await Promise.all(users.map((user) => getDirectory().readRow(user)));
      expect(rows.map(({ storeName }) => storeName)).toEqual([last, last]);
      const events = await getDirectory().listEvents({ region: 'nuk', sub: boss.sub });
      expect(events.map(({ before, after }) => `${before?.storeName} → ${after?.storeName}`)).toEqual(renamings);
    },
  );
});

describe('change', () => {
  test('writes an event with old and new values, actor and request', async () => {
    const user = await invite();
    const boss = buildActor('boss@store.example');
    const row = await getAdministration().addToGroup(boss, user, 'admin');
    expect((await getDirectory().listEvents(user)).at(-1)).toMatchObject({
      action: 'addedToGroup',
      by: 'boss@store.example',
      requestId: boss.requestId,
      before: { roles: ['register-repairs'] },
      after: { roles: ['admin', 'register-repairs'] },
    });
    expect(row).toMatchObject({ version: 1, adminOf: 'nuk' });
    expect(await getDirectory().readRow(user)).toEqual(row);
  });

  test.each<[string, (user: User) => Promise<User>]>([
    [
      'adding to a group that the user is in',
      (user) => getAdministration().addToGroup(buildActor(), user, 'register-repairs'),
    ],
    [
      'removing from a group that the user is not in',
      (user) => getAdministration().removeFromGroup(buildActor(), user, 'admin'),
    ],
    ['enabling an enabled user', (user) => getAdministration().enable(buildActor(), user)],
    ['setting the same store', (user) => getAdministration().changeStore(buildActor(), user, user)],
  ])('without effect writes no event: %s', async (_, change) => {
    const user = await invite();
    expect(await change(user)).toEqual(user);
    expect(await getDirectory().readRow(user)).toEqual(user);
    expect(await getDirectory().listEvents(user)).toHaveLength(1);
  });

  test('is written together with its event or not at all', async () => {
    const user = await invite();
    const at = getDirectory().now();
    Object.assign(getDirectory().clock, { at, newId: () => 'of-both' });
    const row = await getAdministration().addToGroup(buildActor(), user, 'admin');
    // An event with this key exists: it is not overwritten, and the change is not written either.
    await expect(getAdministration().removeFromGroup(buildActor(), row, 'admin')).rejects.toMatchObject({
      code: 'UserChanged',
    });
    expect(await getDirectory().readRow(user)).toEqual(row);
    expect((await getDirectory().listEvents(user)).map(({ action }) => action)).toEqual(['invited', 'addedToGroup']);
  });

  test('keeps the validAfter of a password that the user sets meanwhile', async () => {
    const user = await invite();
    const at = new Date(Date.now() + 1000);
    getDirectory().hooks.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await setPassword(user, at);
    };
    await getAdministration().addToGroup(buildActor(), user, 'admin');
    expect(await getDirectory().readRow(user)).toMatchObject({ validAfter: at.toISOString() });
  });

  test('of several groups writes one event', async () => {
    const user = await invite({ roles: ['register-repairs'] });
    const row = await getAdministration().changeGroups(buildActor(), user, {
      removedRoles: ['register-repairs'],
      addedGroups: ['register-returns'],
    });
    expect(row).toMatchObject({ groups: ['dev-NUK', 'dev-register-returns'] });
    const [, event, ...otherEvents] = await getDirectory().listEvents(user);
    expect([event, otherEvents]).toMatchObject([
      {
        action: 'groupsChanged',
        before: { roles: ['register-repairs'] },
        after: { roles: ['register-returns'] },
      },
      [],
    ]);
  });

  test('of several groups removes groups even if adding a group fails', async () => {
    const user = await invite({ roles: ['register-repairs'] });
    failOperation('AdminAddUserToGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    const change = getAdministration().changeGroups(buildActor(), user, {
      removedRoles: ['register-repairs'],
      addedGroups: ['register-returns'],
    });
    await expect(change).rejects.toMatchObject({ code: 'AddToGroupFailed' });
    expect(await getDirectory().readRow(user)).toMatchObject({ groups: ['dev-NUK'] });
  });

  test('of a group throws its own error if Cognito fails', async () => {
    const user = await invite();
    failOperation('AdminAddUserToGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(getAdministration().addToGroup(buildActor(), user, 'admin')).rejects.toMatchObject({
      code: 'AddToGroupFailed',
    });
    failOperation('AdminRemoveUserFromGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(getAdministration().removeFromGroup(buildActor(), user, 'register-repairs')).rejects.toMatchObject({
      code: 'RemoveFromGroupFailed',
    });
  });

  test('of a user deleted in Cognito throws UserNotFoundException', async () => {
    const user = await invite();
    await getDirectory().directory.pool.remove('nuk', user.sub);
    await expect(getAdministration().addToGroup(buildActor(), user, 'admin')).rejects.toMatchObject({
      code: 'UserNotFoundException',
    });
    await getAdministration().removeMissing({ by: 'reconciliation', requestId: 'run' }, user);
    expect(await getDirectory().directory.users.get('nuk', user.sub)).toBeUndefined();
    expect((await getDirectory().listEvents(user)).at(-1)).toMatchObject({
      action: 'reconciled',
      by: 'reconciliation',
    });
  });
});

describe('sessions', () => {
  const startSession = async (user: User, at = new Date()) => {
    const session = createSession(user.region, randomUUID(), user.sub, at);
    await getDirectory().db.send(new PutCommand({ TableName: 'sessions', Item: session }));
    return session;
  };

  const openSessions = () => createSessionsStore(getDirectory().db, 'sessions');
  const putAll = async (items: readonly object[]) => {
    for (const chunk of splitIntoChunks(items, 25))
      await getDirectory().db.send(
        new BatchWriteCommand({ RequestItems: { sessions: chunk.map((Item) => ({ PutRequest: { Item } })) } }),
      );
  };

  test('are all listed and ended with one event', async () => {
    const user = await invite();
    const now = getDirectory().now();
    const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000);
    const buildSession = (minutesAgo: number) => createSession('nuk', randomUUID(), user.sub, at(minutesAgo));
    const refreshableSessions = Array.from({ length: 120 }, () => buildSession(30));
    // Large enough that DynamoDB needs two pages of a Query.
    const padding = 'x'.repeat(20_000);
    const revokedSessions = Array.from({ length: 110 }, () => ({ ...buildSession(10), revoked: true, padding }));
    const expiredSessions = [{ ...buildSession(90) }, { ...buildSession(13 * 60), lastRefreshAt: at(1).toISOString() }];
    await putAll([...refreshableSessions, ...revokedSessions, ...expiredSessions]);
    const keys = (await openSessions().list(user, now)).map(({ id }) => id);
    expect(keys.toSorted()).toEqual(refreshableSessions.map(({ id }) => id.split('#')[1]).toSorted());
    const event = buildAuditItem('audit', {
      user,
      action: 'sessionsEnded',
      actor: buildActor(),
      id: randomUUID(),
      now,
    });
    await openSessions().endWithEvent('nuk', user.sub, keys, event);
    expect(await openSessions().list(user, now)).toEqual([]);
    expect((await getDirectory().listEvents(user)).map(({ action }) => action)).toEqual(['invited', 'sessionsEnded']);
  });

  test('stay ended when a disabled user is enabled again', async () => {
    const user = await invite();
    const disabledUser = await getAdministration().disable(buildActor(), user);
    expect(canStaySignedIn(disabledUser, await startSession(user))).toBe(false);
    const laterSession = await startSession(disabledUser, new Date(Date.parse(disabledUser.validAfter ?? '') + 1));
    getDirectory().passTime(1);
    const enabledUser = await getAdministration().enable(buildActor(), disabledUser);
    expect(enabledUser).toMatchObject({ enabled: true, regionState: 'nuk#invited' });
    expect(canStaySignedIn(enabledUser, laterSession)).toBe(false);
  });

  test('are ended one by one with an event', async () => {
    const user = await invite();
    const session = await startSession(user);
    const otherSession = await startSession(user);
    const key = session.id.split('#')[1] ?? '';
    const row = await getAdministration().endSession(
      buildActor(),
      user,
      createSessionsStore(getDirectory().db, 'sessions').buildRevocation('nuk', user.sub, key),
    );
    expect(
      (await createSessionsStore(getDirectory().db, 'sessions').list(row, new Date())).map(({ id }) => id),
    ).toEqual([otherSession.id.split('#')[1]]);
    expect((await getDirectory().listEvents(user)).map(({ action }) => action)).toEqual(['invited', 'sessionsEnded']);
  });

  test('of another user are not ended and write no event', async () => {
    const user = await invite();
    const victim = await invite();
    const session = await startSession(victim);
    const revocation = createSessionsStore(getDirectory().db, 'sessions').buildRevocation(
      'nuk',
      user.sub,
      session.id.split('#')[1] ?? '',
    );
    await expect(getAdministration().endSession(buildActor(), user, revocation)).rejects.toMatchObject({
      code: 'UserChanged',
    });
    expect(await createSessionsStore(getDirectory().db, 'sessions').list(victim, new Date())).toHaveLength(1);
    expect(await getDirectory().listEvents(user)).toHaveLength(1);
  });
});
