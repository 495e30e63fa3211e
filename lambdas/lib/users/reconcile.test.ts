import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import { buildTimeoutMs } from '#scripts/quality/contract/testing/steps.ts';
import { setUpTestDirectory } from '#scripts/testing/directory.ts';
import { createReconciliation } from './reconcile.ts';
import type { User } from './user-row.ts';
import { buildUserRow } from './user-row.ts';

const region = 'nuk';
const actor = { by: 'reconciliation', requestId: 'run-1' };
const userCount = 125;
const groups = ['dev-NUK', 'dev-register-repairs'];
let subs: string[] = [];
const calls = new Map<string, number>();

const { getDirectory } = setUpTestDirectory();
beforeAll(async () => {
  const { client } = getDirectory().cognitoTarget;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        calls.set(commandName, (calls.get(commandName) ?? 0) + 1);
        return next(args);
      },
    { step: 'initialize', name: 'counting' },
  );
  const { UserPoolId } = getDirectory().pool;
  subs = await Promise.all(
    Array.from({ length: userCount }, async (_, index) => {
      const Username = (await getDirectory().pool.invite(`user${index}@store.example`)).User?.Username ?? '';
      for (const GroupName of groups)
        await client.send(new aws.AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName }));
      return Username;
    }),
  );
}, buildTimeoutMs);

const findRow = (sub: string) => getDirectory().directory.users.get(region, sub);
beforeEach(async () => {
  for (const [index, sub] of subs.entries())
    await getDirectory().directory.users.put(
      buildStoredUser({
        sub,
        email: `user${index}@store.example`,
        groups,
        status: 'invited',
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
      }),
    );
  calls.clear();
});
const createDrift = async (...indexes: readonly number[]): Promise<User[]> => {
  const rows: User[] = [];
  for (const index of indexes) {
    const row = await findRow(subs[index] ?? '');
    if (!row) throw new Error('no row');
    const driftedRow = buildUserRow({ ...row, groups: [...groups, 'dev-admin'] });
    await getDirectory().directory.users.put(driftedRow);
    rows.push(driftedRow);
  }
  return rows;
};
const now = () => new Date();
const reconcileWith = (overrides: Partial<Parameters<typeof createReconciliation>[0]>) => {
  const { pool, users, administration, configuredGroups } = { ...getDirectory().directory, ...overrides };
  return createReconciliation({ pool, users, administration, configuredGroups, now, waitForTurn: async () => {} });
};

describe('region without drift', () => {
  test('needs only the list calls', async () => {
    expect(await reconcileWith({})(region, { repairAs: actor })).toEqual({
      users: userCount,
      differences: [],
      waiting: [],
      failures: [],
    });
    // Three pages of 60 for all users and for each of the two full groups, one page for each of the two empty groups.
    expect(Object.fromEntries(calls)).toEqual({ ListUsersCommand: 3, ListUsersInGroupCommand: 8 });
  });
});

test('writes a store name that a renaming has missed', async () => {
  const { users, stores } = getDirectory().directory;
  const [sub = ''] = subs;
  const row = await findRow(sub);
  if (!row) throw new Error('gone');
  await users.put({ ...row, storeId: 'UK-7', store: 'nuk#UK-7' });
  await stores.add(region, { storeId: 'UK-7', storeName: 'Seven' }, 'request-1');
  await reconcileWith({})(region);
  expect((await findRow(sub))?.storeName).toBe('One');
  await reconcileWith({})(region, { repairAs: actor });
  expect((await findRow(sub))?.storeName).toBe('Seven');
  expect((await getDirectory().listEvents({ region, sub })).at(-1)).toMatchObject({
    action: 'storeChanged',
    by: 'reconciliation',
  });
});

test('detects an admin’s second factor switched off in Cognito', async () => {
  const { UserPoolId } = getDirectory().pool;
  const [Username = ''] = subs;
  const { client } = getDirectory().cognitoTarget;
  const membership = { UserPoolId, Username, GroupName: 'dev-admin' };
  await client.send(new aws.AdminAddUserToGroupCommand(membership));
  const row = await findRow(Username);
  if (!row) throw new Error('no row');
  await getDirectory().directory.users.put(
    buildUserRow({ ...row, groups: [...groups, 'dev-admin'], secondFactor: true }),
  );
  const { differences } = await reconcileWith({})(region, { repairAs: actor });
  await client.send(new aws.AdminRemoveUserFromGroupCommand(membership));
  expect(differences).toMatchObject([
    { email: row.email, before: { secondFactor: true }, after: { secondFactor: false }, outcome: 'mended' },
  ]);
  expect(await findRow(Username)).toMatchObject({ secondFactor: false });
});

describe('users with drift', () => {
  test('are repaired once', async () => {
    const [row] = await createDrift(3, 70, 124);
    const reconcile = reconcileWith({});
    const firstResult = await reconcile(region, { repairAs: actor });
    expect(firstResult.failures).toEqual([]);
    expect(firstResult.differences).toHaveLength(3);
    expect(firstResult.differences.find(({ email }) => email === row?.email)).toMatchObject({
      kind: 'changedInCognito',
      outcome: 'mended',
      before: { roles: ['admin', 'register-repairs'] },
      after: { roles: ['register-repairs'] },
    });
    expect((await findRow(row?.sub ?? ''))?.groups.toSorted()).toEqual(groups);
    expect((await reconcile(region, { repairAs: actor })).differences).toEqual([]);
    expect(
      (await getDirectory().listEvents({ region, sub: row?.sub ?? '' })).filter(({ by }) => by === 'reconciliation'),
    ).toHaveLength(1);
  });

  test('are not repaired when changed between list and repair', async () => {
    const [row] = await createDrift(5);
    const { users, pool } = getDirectory().directory;
    const busyPool = {
      ...pool,
      find: async (...args: Parameters<typeof pool.find>) => {
        const current = await findRow(args[1]);
        if (current) await users.acquireLease(current, { losesAdmin: false, by: 'another', now: new Date() });
        return pool.find(...args);
      },
    };
    const { differences } = await reconcileWith({ pool: busyPool })(region, { repairAs: actor });
    expect(differences).toMatchObject([{ outcome: 'left', email: row?.email }]);
    expect((await findRow(row?.sub ?? ''))?.groups).toContain('dev-admin');
    // An abandoned lease expires.
    getDirectory().passTime(31);
    expect((await reconcileWith({})(region, { repairAs: actor })).differences).toMatchObject([{ outcome: 'mended' }]);
  });

  test('are not repaired when changed during the repair', async () => {
    await createDrift(6);
    const { users } = getDirectory().directory;
    const overtakenUsers = {
      ...users,
      get: async (...args: Parameters<typeof users.get>) => {
        const current = await users.get(...args);
        if (current)
          await users.acquireLease(current, { losesAdmin: false, by: 'another', now: new Date(Date.now() + 60_000) });
        return current;
      },
    };
    const { differences, failures } = await reconcileWith({ users: overtakenUsers })(region, { repairAs: actor });
    expect([differences[0]?.outcome, failures]).toEqual(['left', []]);
  });

  test('are not repaired when the time is up', async () => {
    await createDrift(7, 8);
    let checks = 0;
    const hasTimeLeft = () => (checks += 1) === 1;
    const { differences } = await reconcileWith({})(region, { repairAs: actor, hasTimeLeft });
    expect(differences.map(({ outcome }) => outcome).toSorted()).toEqual(['left', 'mended']);
  });

  test('are repaired even if another one fails', async () => {
    const [first] = await createDrift(9, 10, 11);
    const { pool } = getDirectory().directory;
    const failingPool = {
      ...pool,
      find: async (...args: Parameters<typeof pool.find>) => {
        if (args[1] === first?.sub) throw new Error('not today');
        return pool.find(...args);
      },
    };
    const { differences, failures } = await reconcileWith({ pool: failingPool })(region, { repairAs: actor });
    expect(differences.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'mended', 'mended']);
    expect(failures).toEqual([expect.objectContaining({ message: 'not today' })]);
  });

  test('are not reported if only Cognito’s list is outdated', async () => {
    const { pool } = getDirectory().directory;
    const outdatedPool = {
      ...pool,
      list: async function* (...args: Parameters<typeof pool.list>) {
        for await (const page of pool.list(...args)) yield page.slice(1);
      },
    };
    expect((await reconcileWith({ pool: outdatedPool })(region, { repairAs: actor })).differences).toEqual([]);
  });
});

describe('a group that has lost members in Cognito', () => {
  const removeMembers = async (memberCount: number) => {
    const { client } = getDirectory().cognitoTarget;
    const { UserPoolId } = getDirectory().pool;
    const toMembership = (Username: string) => ({ UserPoolId, Username, GroupName: 'dev-register-repairs' });
    const members = subs.slice(0, memberCount);
    for (const sub of members) await client.send(new aws.AdminRemoveUserFromGroupCommand(toMembership(sub)));
    return async () => {
      for (const sub of members) await client.send(new aws.AdminAddUserToGroupCommand(toMembership(sub)));
    };
  };

  test('stays in their rows if more than 20 users would lose it', async () => {
    const undo = await removeMembers(21);
    const reconcile = reconcileWith({});
    await expect(reconcile(region, { repairAs: actor })).rejects.toThrow(
      '21 of the 125 users of nuk would lose a group',
    );
    expect((await findRow(subs[0] ?? ''))?.groups).toEqual(groups);
    // A dry run lists the differences.
    expect((await reconcile(region)).differences).toHaveLength(21);
    await undo();
  });

  test('is removed from their rows if at most 20 users lose it', async () => {
    const undo = await removeMembers(20);
    const { differences } = await reconcileWith({})(region, { repairAs: actor });
    expect(differences.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 20 }, () => 'mended'));
    expect((await findRow(subs[0] ?? ''))?.groups).toEqual(['dev-NUK']);
    await undo();
  });
});
