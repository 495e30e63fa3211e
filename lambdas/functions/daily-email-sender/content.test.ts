import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSearchStore } from '#lambdas/functions/record-stream/search-store.ts';
import { toSearchWrites } from '#lambdas/functions/record-stream/search-writes.ts';
import type { Subscription } from '#lambdas/lib/daily-email/subscriptions.ts';
import { createNewsReader } from '#lambdas/lib/news/news-reader.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import { createRecordPages } from '#lambdas/lib/records/records-store.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { createRecordSearchIndex } from '#lambdas/lib/records/search.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import { buildStoredRepair, buildStoredReturn, addRepairEntry, addRma } from '#lambdas/testing/rows.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { createByRegion, regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { createContentReader } from './content.ts';
import { createTodoReader } from './todo-reader.ts';

let database: TemporaryDatabase;

const now = new Date();
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
const today = toCalendarDate(now, regions.nuk.timeZone);

const putRecord = async (row: RepairRow | ReturnRow) => {
  const kind = 'lines' in row ? 'returns' : 'repairs';
  await database.db.send(new PutCommand({ TableName: kind, Item: toItem(kind, row) }));
  const writes = toSearchWrites([{ eventId: 'change-1', before: undefined, after: row }]);
  await createSearchStore(database.db, 'search', async () => {}).write(writes);
};
const buildRepair = (storeId: string, storeRefNo: string, createdAt: string) =>
  buildStoredRepair({
    id: crypto.randomUUID(),
    storeId,
    storeRefNo,
    createdAt,
    timeline: [{ type: 'booked', at: createdAt, by: 'sam@nuk.example' }],
  });
const buildRmaEntry = (at: string): RepairEntry => ({
  type: 'rmaAssigned',
  at,
  recordedAt: at,
  eventId: `rma-${at}`,
  rma: 'UK1',
});
const buildStatusEntry = (status: ProviderState, at: string): RepairEntry => ({
  type: 'status',
  at,
  recordedAt: at,
  eventId: `${status}-${at}`,
  status,
});

beforeAll(async () => {
  database = await startTemporaryDatabase(['repairs', 'returns', 'search', 'stores']);
  for (const storeId of ['UK-1', 'UK-2'])
    await database.db.send(
      new PutCommand({ TableName: 'stores', Item: { region: 'nuk', storeId, storeName: `Store ${storeId}` } }),
    );
  await putRecord(addRepairEntry(buildRepair('UK-1', 'SEND', daysAgo(9)), buildRmaEntry(daysAgo(0.4))));
  const registeredRepair = addRepairEntry(buildRepair('UK-1', 'QUOTE', daysAgo(12)), buildRmaEntry(daysAgo(11)));
  await putRecord(addRepairEntry(registeredRepair, buildStatusEntry('quoted', daysAgo(0.2))));
  const oldQuote = addRepairEntry(buildRepair('UK-1', 'OLD-QUOTE', daysAgo(60)), buildRmaEntry(daysAgo(59)));
  await putRecord(addRepairEntry(oldQuote, buildStatusEntry('quoted', daysAgo(52))));
  const receivedRepair = addRepairEntry(buildRepair('UK-1', 'TARGET', daysAgo(40)), buildRmaEntry(daysAgo(39)));
  await putRecord(addRepairEntry(receivedRepair, buildStatusEntry('received', daysAgo(30))));
  await putRecord(buildRepair('UK-1', 'NO-RMA', daysAgo(20)));
  await putRecord(buildRepair('UK-1', 'NEW', daysAgo(0.1)));
  const pendingReturn = buildStoredReturn({ storeId: 'UK-1', storeRefNo: 'RET-SEND', createdAt: daysAgo(3) });
  await putRecord(addRma(pendingReturn, 'UK7', daysAgo(0.3)));
  await putRecord(buildStoredReturn({ id: crypto.randomUUID(), storeRefNo: 'RET-NO-RMA', createdAt: daysAgo(20) }));
  await putRecord(addRepairEntry(buildRepair('UK-2', 'ELSEWHERE', daysAgo(2)), buildRmaEntry(daysAgo(0.4))));
});
afterAll(() => database.stop());

const buildSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  region: 'nuk',
  sub: 'sub-1',
  since: daysAgo(1),
  day: '2026-01-01',
  repairs: daysAgo(1),
  returns: daysAgo(1),
  ...overrides,
});

const buildStaffUser = (overrides: Partial<User> = {}) =>
  buildStoredUser({ groups: ['register-repairs', 'register-returns', 'NUK'], ...overrides });

type Settings = { readonly returnsAvailable?: boolean; readonly adminsNeedSecondFactor?: boolean };

const readContent = (user: User, row = buildSubscription(), settings: Settings = {}) => {
  const { returnsAvailable = true, adminsNeedSecondFactor = false } = settings;
  const { db } = database;
  return createContentReader({
    todos: createTodoReader({
      index: createRecordSearchIndex(db, 'search'),
      listRepairs: createRecordPages(db, 'repairs', repairKind),
      listReturns: createRecordPages(db, 'returns', returnKind),
    }),
    news: createNewsReader(db, { repairs: 'repairs', returns: 'returns', search: 'search' }),
    stores: createStoresStore(db, 'stores'),
    settings: createByRegion(() => ({ returnsAvailable })),
    configuredGroups: ['register-repairs', 'register-returns', 'admin', 'NUK', 'NDACH'],
    adminsNeedSecondFactor,
  })(user, row, today, now);
};

const summarize = async (...args: Parameters<typeof readContent>) => {
  const content = await readContent(...args);
  if (!content) return undefined;
  const { store, overdue, todos, news } = content;
  return {
    store: store.storeId,
    overdue: overdue.map(({ task, record }) => `${task} ${record.storeRefNo}`),
    todos: todos.map(({ task, record }) => `${task} ${record.storeRefNo}`),
    news: news.map((entry) => `${entry.news.join()} ${entry.storeRefNo}`),
  };
};

describe('createContentReader', () => {
  test('returns the to-dos of Home and the news since the last email', async () => {
    expect(await summarize(buildStaffUser())).toEqual({
      store: 'UK-1',
      overdue: ['call OLD-QUOTE', 'ask TARGET', 'askForRma NO-RMA', 'askForRma RET-NO-RMA'],
      todos: ['send SEND', 'send RET-SEND', 'call QUOTE'],
      news: ['quoted QUOTE', 'rmaAssigned RET-SEND', 'rmaAssigned SEND'],
    });
    const { marks } = (await readContent(buildStaffUser())) ?? {};
    expect(marks).toEqual({ repairs: daysAgo(0.2), returns: daysAgo(0.3), day: today });
  });

  test('excludes news that an earlier email contained', async () => {
    const subscriptionAfterEmail = buildSubscription({ repairs: daysAgo(0.2), returns: daysAgo(0.3) });
    expect(await summarize(buildStaffUser(), subscriptionAfterEmail)).toMatchObject({ todos: { length: 3 }, news: [] });
  });

  test('returns undefined for a store without to-dos and news', async () => {
    await database.db.send(
      new PutCommand({ TableName: 'stores', Item: { region: 'nuk', storeId: 'UK-3', storeName: 'Three' } }),
    );
    expect(await summarize(buildStaffUser({ storeId: 'UK-3' }))).toBeUndefined();
    expect(await summarize(buildStaffUser({ storeId: 'UK-404' }))).toBeUndefined();
  });
});

describe('rights at the time of sending', () => {
  test.each<[string, Partial<User>]>([
    ['is disabled', { enabled: false }],
    ['has left the region', { groups: ['register-repairs', 'register-returns', 'NDACH'] }],
    ['may do nothing', { groups: ['NUK'] }],
    ['has no store', { storeId: '' }],
  ])('a user who %s gets no content', async (_, overrides) => {
    expect(await summarize(buildStaffUser(overrides))).toBeUndefined();
  });

  test.each([
    ['register-repairs', ['send SEND', 'call QUOTE']],
    ['register-returns', ['send RET-SEND']],
  ])('a user in group %s gets only this kind of record', async (role, todos) => {
    expect(await summarize(buildStaffUser({ groups: [role, 'NUK'] }))).toMatchObject({ todos });
  });

  test('users get no returns in a region without returns', async () => {
    expect(await summarize(buildStaffUser(), buildSubscription(), { returnsAvailable: false })).toMatchObject({
      todos: ['send SEND', 'call QUOTE'],
    });
    const returnsUser = buildStaffUser({ groups: ['register-returns', 'NUK'] });
    expect(await summarize(returnsUser, buildSubscription(), { returnsAvailable: false })).toBeUndefined();
  });

  test('staff get their own store even if they chose another as admin', async () => {
    expect(await summarize(buildStaffUser(), buildSubscription({ storeId: 'UK-2' }))).toMatchObject({ store: 'UK-1' });
  });

  test('an admin gets the chosen store', async () => {
    const admin = buildStaffUser({ groups: ['admin', 'NUK'] });
    expect(await summarize(admin, buildSubscription({ storeId: 'UK-2' }))).toEqual({
      store: 'UK-2',
      overdue: [],
      todos: ['send ELSEWHERE'],
      news: ['rmaAssigned ELSEWHERE'],
    });
  });

  test('an admin without the required second factor has no admin rights', async () => {
    const admin = buildStaffUser({ groups: ['admin', 'NUK'] });
    const subscriptionWithStore = buildSubscription({ storeId: 'UK-2' });
    expect(await summarize(admin, subscriptionWithStore, { adminsNeedSecondFactor: true })).toBeUndefined();
    expect(
      await summarize({ ...admin, secondFactor: true }, subscriptionWithStore, { adminsNeedSecondFactor: true }),
    ).toMatchObject({
      store: 'UK-2',
    });
  });
});
