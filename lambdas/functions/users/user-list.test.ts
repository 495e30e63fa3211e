import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import type { Parsed } from '#shared/api/route.ts';
import type { users } from '#shared/api/routes/users.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createUserLister } from './list-users.ts';
import { createUserPages } from './user-pages-store.ts';

const configuredGroups = ['dev-admin', 'dev-register-repairs', 'dev-register-returns', 'dev-NUK'];
const now = new Date('2026-11-22T10:00:00.000Z');
let database: TemporaryDatabase;
let list: ReturnType<typeof createUserLister>;

const buildUser = (index: number, region: RegionId): User =>
  buildStoredUser({
    region,
    sub: randomUUID(),
    email: `user-${String(index).padStart(5, '0')}@store.example`,
    storeId: `S-${index % 10}`,
    storeName: 'A store with a name of its own',
    groups: ['dev-NUK', ...(index % 50 === 0 ? ['dev-admin'] : ['dev-register-repairs'])],
    enabled: index % 7 !== 0,
    status: index % 3 === 0 ? 'invited' : 'confirmed',
    ...(index % 3 === 0 && { inviteExpiresAt: `2026-11-2${index % 2 === 0 ? 1 : 9}T10:00:00.000Z` }),
  });

const smallRegion = Array.from({ length: 60 }, (_, index) => buildUser(index, 'ndach'));
const largeRegion = Array.from({ length: 600 }, (_, index) => buildUser(index, 'nuk'));

beforeAll(async () => {
  database = await startTemporaryDatabase(['users']);
  list = createUserLister(createUserPages(database.db, 'users'), configuredGroups);
  const rows = [...smallRegion, ...largeRegion];
  for (let start = 0; start < rows.length; start += 25)
    await database.db.send(
      new BatchWriteCommand({
        RequestItems: { users: rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } })) },
      }),
    );
}, 60_000);
afterAll(() => database.stop());

type Query = Partial<Parsed<typeof users.listUsers>>;
const listPage = (query: Query = {}) => list({ region: 'nuk', limit: 25, ...query }, now);
const listAllEmails = async (query: Query) => {
  const emails: string[] = [];
  let cursor: string | undefined;
  do {
    const result = await listPage({ limit: 100, ...query, ...(cursor !== undefined && { cursor }) });
    emails.push(...result.items.map(({ email }) => email));
    ({ cursor } = result);
  } while (cursor !== undefined);
  return emails;
};

const findExpectedUsers = ({ search, status, role, enabled, storeId }: Query) =>
  largeRegion.filter((row) => {
    const isExpired = row.inviteExpiresAt !== undefined && row.inviteExpiresAt <= now.toISOString();
    const effectiveStatus = row.status === 'invited' && isExpired ? 'inviteExpired' : row.status;
    // A filter by status shows enabled users only, unless the query says otherwise.
    const enabledFilter = enabled ?? (status && 'true');
    return (
      row.email.startsWith(search ?? '') &&
      (status === undefined || status === effectiveStatus) &&
      (role === undefined || row.groups.includes(`dev-${role}`)) &&
      (enabledFilter === undefined || String(row.enabled) === enabledFilter) &&
      (storeId === undefined || row.storeId === storeId)
    );
  });

const filters: Query[] = [undefined, 'confirmed' as const, 'invited' as const, 'inviteExpired' as const].flatMap(
  (status) =>
    [undefined, 'admin' as const, 'register-repairs' as const].flatMap((role) =>
      [undefined, 'true' as const, 'false' as const].flatMap((enabled) =>
        [undefined, 'S-4'].map((storeId) => ({ status, role, enabled, storeId })),
      ),
    ),
);

describe('listUsers', () => {
  test.each(filters)('lists each user that matches %j once, ordered by email', async (filter) => {
    expect(await listAllEmails(filter)).toEqual(findExpectedUsers(filter).map(({ email }) => email));
    const search = 'user-001';
    expect(await listAllEmails({ ...filter, search })).toEqual(
      findExpectedUsers({ ...filter, search }).map(({ email }) => email),
    );
  });

  test('needs one Query per page, regardless of the number of users', async () => {
    for (const query of [{}, { search: 'user-000' }, { storeId: 'S-4' }, { status: 'confirmed' as const }]) {
      const callsForSmallRegion = await database.recordCalls(() => listPage({ ...query, limit: 5, region: 'ndach' }));
      const callsForLargeRegion = await database.recordCalls(() => listPage({ ...query, limit: 5 }));
      expect(callsForLargeRegion.map(({ operation }) => operation)).toEqual(['Query']);
      expect(callsForLargeRegion).toEqual(callsForSmallRegion);
    }
  });
});
