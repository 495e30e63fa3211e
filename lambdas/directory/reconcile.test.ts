import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { userWith } from '#lambdas/testing/callers.ts';
import { buildTimeoutMs } from '#scripts/contract/testing/steps.ts';
import { directoryForTests } from '#scripts/testing/directory.ts';
import { reconciliation } from './reconcile.ts';
import type { User } from './user-row.ts';
import { userRow } from './user-row.ts';

const region = 'nuk';
const actor = { by: 'reconciliation', requestId: 'run-1' };
const count = 125;
const groups = ['dev-NUK', 'dev-register-repairs'];
let subs: string[] = [];
const calls = new Map<string, number>();

const { there } = directoryForTests();
beforeAll(async () => {
  const { client } = there().target;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        calls.set(commandName, (calls.get(commandName) ?? 0) + 1);
        return next(args);
      },
    { step: 'initialize', name: 'counting' },
  );
  const { UserPoolId } = there().pool;
  subs = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const Username = (await there().pool.invite(`user${index}@store.example`)).User?.Username ?? '';
      for (const GroupName of groups)
        await client.send(new aws.AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName }));
      return Username;
    }),
  );
}, buildTimeoutMs);

const rowOf = (sub: string) => there().directory.users.get(region, sub);
beforeEach(async () => {
  for (const [index, sub] of subs.entries())
    await there().directory.users.put(
      userWith({
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
const drift = async (...indexes: readonly number[]): Promise<User[]> => {
  const rows: User[] = [];
  for (const index of indexes) {
    const row = await rowOf(subs[index] ?? '');
    if (!row) throw new Error('no row');
    const untrue = userRow({ ...row, groups: [...groups, 'dev-admin'] });
    await there().directory.users.put(untrue);
    rows.push(untrue);
  }
  return rows;
};
const now = () => new Date();
const reconcileWith = (changed: Partial<Parameters<typeof reconciliation>[0]>) => {
  const { pool, users, administration, configuredGroups } = { ...there().directory, ...changed };
  return reconciliation({ pool, users, administration, configuredGroups, now, pace: async () => {} });
};

describe('a region that is as it should be', () => {
  test('takes the pages of the lists alone, and asks about nobody', async () => {
    expect(await reconcileWith({})(region, { mendAs: actor })).toEqual({
      users: count,
      differences: [],
      waiting: [],
      failures: [],
    });
    // Of everybody and of each of the two groups that have all: three pages of 60; of the two empty groups one.
    expect(Object.fromEntries(calls)).toEqual({ ListUsersCommand: 3, ListUsersInGroupCommand: 8 });
  });
});

test('whom a renaming of their store has missed gets the name', async () => {
  const { users, stores } = there().directory;
  const [sub = ''] = subs;
  const row = await rowOf(sub);
  if (!row) throw new Error('gone');
  await users.put({ ...row, storeId: 'UK-7', store: 'nuk#UK-7' });
  await stores.add(region, { storeId: 'UK-7', storeName: 'Seven' }, 'request-1');
  await reconcileWith({})(region);
  expect((await rowOf(sub))?.storeName).toBe('One');
  await reconcileWith({})(region, { mendAs: actor });
  expect((await rowOf(sub))?.storeName).toBe('Seven');
  expect((await there().events({ region, sub })).at(-1)).toMatchObject({
    action: 'storeChanged',
    by: 'reconciliation',
  });
});

test('an admin whose one-time codes were switched off in Cognito alone has none in the directory, either', async () => {
  const { UserPoolId } = there().pool;
  const [Username = ''] = subs;
  const { client } = there().target;
  const membership = { UserPoolId, Username, GroupName: 'dev-admin' };
  await client.send(new aws.AdminAddUserToGroupCommand(membership));
  const row = await rowOf(Username);
  if (!row) throw new Error('no row');
  await there().directory.users.put(userRow({ ...row, groups: [...groups, 'dev-admin'], secondFactor: true }));
  const { differences } = await reconcileWith({})(region, { mendAs: actor });
  await client.send(new aws.AdminRemoveUserFromGroupCommand(membership));
  expect(differences).toMatchObject([
    { email: row.email, before: { secondFactor: true }, after: { secondFactor: false }, outcome: 'mended' },
  ]);
  expect(await rowOf(Username)).toMatchObject({ secondFactor: false });
});

describe('users who differ', () => {
  test('are mended once, and the next run finds nothing', async () => {
    const [row] = await drift(3, 70, 124);
    const reconcile = reconcileWith({});
    const first = await reconcile(region, { mendAs: actor });
    expect(first.failures).toEqual([]);
    expect(first.differences).toHaveLength(3);
    expect(first.differences.find(({ email }) => email === row?.email)).toMatchObject({
      kind: 'changedInCognito',
      outcome: 'mended',
      before: { roles: ['admin', 'register-repairs'] },
      after: { roles: ['register-repairs'] },
    });
    expect((await rowOf(row?.sub ?? ''))?.groups.toSorted()).toEqual(groups);
    expect((await reconcile(region, { mendAs: actor })).differences).toEqual([]);
    expect(
      (await there().events({ region, sub: row?.sub ?? '' })).filter(({ by }) => by === 'reconciliation'),
    ).toHaveLength(1);
  });

  test('are left to the next run when somebody changes them between the lists and the mending', async () => {
    const [row] = await drift(5);
    const { users, pool } = there().directory;
    const busy = {
      ...pool,
      find: async (...args: Parameters<typeof pool.find>) => {
        const current = await rowOf(args[1]);
        if (current) await users.claim(current, { losesAdmin: false, by: 'another', now: new Date() });
        return pool.find(...args);
      },
    };
    const { differences } = await reconcileWith({ pool: busy })(region, { mendAs: actor });
    expect(differences).toMatchObject([{ outcome: 'left', email: row?.email }]);
    expect((await rowOf(row?.sub ?? ''))?.groups).toContain('dev-admin');
    // A claim that nobody makes use of runs out.
    there().passTime(31);
    expect((await reconcileWith({})(region, { mendAs: actor })).differences).toMatchObject([{ outcome: 'mended' }]);
  });

  test('are left to the next run when somebody changes them during the mending', async () => {
    await drift(6);
    const { users } = there().directory;
    const overtaken = {
      ...users,
      get: async (...args: Parameters<typeof users.get>) => {
        const current = await users.get(...args);
        if (current)
          await users.claim(current, { losesAdmin: false, by: 'another', now: new Date(Date.now() + 60_000) });
        return current;
      },
    };
    const { differences, failures } = await reconcileWith({ users: overtaken })(region, { mendAs: actor });
    expect([differences[0]?.outcome, failures]).toEqual(['left', []]);
  });

  test('are left to the next run when the time is up', async () => {
    await drift(7, 8);
    let asked = 0;
    const mayGoOn = () => (asked += 1) === 1;
    const { differences } = await reconcileWith({})(region, { mendAs: actor, mayGoOn });
    expect(differences.map(({ outcome }) => outcome).toSorted()).toEqual(['left', 'mended']);
  });

  test('and fail do not keep the others from being mended', async () => {
    const [first] = await drift(9, 10, 11);
    const { pool } = there().directory;
    const failing = {
      ...pool,
      find: async (...args: Parameters<typeof pool.find>) => {
        if (args[1] === first?.sub) throw new Error('not today');
        return pool.find(...args);
      },
    };
    const { differences, failures } = await reconcileWith({ pool: failing })(region, { mendAs: actor });
    expect(differences.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'mended', 'mended']);
    expect(failures).toEqual([expect.objectContaining({ message: 'not today' })]);
  });

  test('in a list of Cognito that lags behind, but not when asked about, are no difference', async () => {
    const { pool } = there().directory;
    const lagging = {
      ...pool,
      list: async function* (...args: Parameters<typeof pool.list>) {
        for await (const page of pool.list(...args)) yield page.slice(1);
      },
    };
    expect((await reconcileWith({ pool: lagging })(region, { mendAs: actor })).differences).toEqual([]);
  });
});
