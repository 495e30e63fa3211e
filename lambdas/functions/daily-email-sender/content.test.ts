import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchStore } from '#lambdas/functions/record-stream/search-store.ts';
import { searchWrites } from '#lambdas/functions/record-stream/search-writes.ts';
import type { Subscription } from '#lambdas/lib/daily-email/subscriptions.ts';
import { createNewsReader } from '#lambdas/lib/news/news-reader.ts';
import { toItem } from '#lambdas/lib/records/item.ts';
import { recordPages } from '#lambdas/lib/records/records-store.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { searchIndex } from '#lambdas/lib/records/search.ts';
import { storesStore } from '#lambdas/lib/users/stores.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { buildStoredUser } from '#lambdas/testing/callers.ts';
import { buildStoredRepair, buildStoredReturn, withRepairEntry, withRma } from '#lambdas/testing/rows.ts';
import type { BenchDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { byRegion, regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { createContentReader } from './content.ts';
import { createTodoReader } from './todo-reader.ts';

let database: BenchDatabase;

const now = new Date();
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
const today = toCalendarDate(now, regions.nuk.timeZone);

const put = async (row: RepairRow | ReturnRow) => {
  const kind = 'lines' in row ? 'returns' : 'repairs';
  await database.db.send(new PutCommand({ TableName: kind, Item: toItem(kind, row) }));
  const writes = searchWrites([{ eventId: 'change-1', before: undefined, after: row }]);
  await searchStore(database.db, 'search', async () => {}).write(writes);
};
const build = (storeId: string, storeRefNo: string, createdAt: string) =>
  buildStoredRepair({
    id: crypto.randomUUID(),
    storeId,
    storeRefNo,
    createdAt,
    timeline: [{ type: 'booked', at: createdAt, by: 'sam@nuk.example' }],
  });
const rmaEntry = (at: string): RepairEntry => ({
  type: 'rmaAssigned',
  at,
  recordedAt: at,
  eventId: `rma-${at}`,
  rma: 'UK1',
});
const statusEntry = (status: ProviderState, at: string): RepairEntry => ({
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
  await put(withRepairEntry(build('UK-1', 'SEND', daysAgo(9)), rmaEntry(daysAgo(0.4))));
  const registered = withRepairEntry(build('UK-1', 'QUOTE', daysAgo(12)), rmaEntry(daysAgo(11)));
  await put(withRepairEntry(registered, statusEntry('quoted', daysAgo(0.2))));
  const oldQuote = withRepairEntry(build('UK-1', 'OLD-QUOTE', daysAgo(60)), rmaEntry(daysAgo(59)));
  await put(withRepairEntry(oldQuote, statusEntry('quoted', daysAgo(52))));
  const received = withRepairEntry(build('UK-1', 'TARGET', daysAgo(40)), rmaEntry(daysAgo(39)));
  await put(withRepairEntry(received, statusEntry('received', daysAgo(30))));
  await put(build('UK-1', 'NO-RMA', daysAgo(20)));
  await put(build('UK-1', 'NEW', daysAgo(0.1)));
  const returned = buildStoredReturn({ storeId: 'UK-1', storeRefNo: 'RET-SEND', createdAt: daysAgo(3) });
  await put(withRma(returned, 'UK7', daysAgo(0.3)));
  await put(buildStoredReturn({ id: crypto.randomUUID(), storeRefNo: 'RET-NO-RMA', createdAt: daysAgo(20) }));
  await put(withRepairEntry(build('UK-2', 'ELSEWHERE', daysAgo(2)), rmaEntry(daysAgo(0.4))));
});
afterAll(() => database.stop());

const subscription = (facts: Partial<Subscription> = {}): Subscription => ({
  region: 'nuk',
  sub: 'sub-1',
  since: daysAgo(1),
  day: '2026-01-01',
  repairs: daysAgo(1),
  returns: daysAgo(1),
  ...facts,
});

const staff = (facts: Partial<User> = {}) =>
  buildStoredUser({ groups: ['register-repairs', 'register-returns', 'NUK'], ...facts });

type Settings = { readonly returnsAvailable?: boolean; readonly adminsNeedSecondFactor?: boolean };

const read = (user: User, row = subscription(), settings: Settings = {}) => {
  const { returnsAvailable = true, adminsNeedSecondFactor = false } = settings;
  const { db } = database;
  return createContentReader({
    todos: createTodoReader({
      index: searchIndex(db, 'search'),
      listRepairs: recordPages(db, 'repairs', repairKind),
      listReturns: recordPages(db, 'returns', returnKind),
    }),
    news: createNewsReader(db, { repairs: 'repairs', returns: 'returns', search: 'search' }),
    stores: storesStore(db, 'stores'),
    settings: byRegion(() => ({ returnsAvailable })),
    configuredGroups: ['register-repairs', 'register-returns', 'admin', 'NUK', 'NDACH'],
    adminsNeedSecondFactor,
  })(user, row, today, now);
};

const summarize = async (...args: Parameters<typeof read>) => {
  const content = await read(...args);
  if (!content) return undefined;
  const { store, overdue, todos, news } = content;
  return {
    store: store.storeId,
    overdue: overdue.map(({ task, record }) => `${task} ${record.storeRefNo}`),
    todos: todos.map(({ task, record }) => `${task} ${record.storeRefNo}`),
    news: news.map((entry) => `${entry.news.join()} ${entry.storeRefNo}`),
  };
};

describe('content', () => {
  test('is what Home lists, and what was reported since the last email', async () => {
    expect(await summarize(staff())).toEqual({
      store: 'UK-1',
      overdue: ['call OLD-QUOTE', 'ask TARGET', 'askForRma NO-RMA', 'askForRma RET-NO-RMA'],
      todos: ['send SEND', 'send RET-SEND', 'call QUOTE'],
      news: ['quoted QUOTE', 'rmaAssigned RET-SEND', 'rmaAssigned SEND'],
    });
    const { marks } = (await read(staff())) ?? {};
    expect(marks).toEqual({ repairs: daysAgo(0.2), returns: daysAgo(0.3), day: today });
  });

  test('has no news that an email has told', async () => {
    const told = subscription({ repairs: daysAgo(0.2), returns: daysAgo(0.3) });
    expect(await summarize(staff(), told)).toMatchObject({ todos: { length: 3 }, news: [] });
  });

  test('is undefined for a store without any', async () => {
    await database.db.send(
      new PutCommand({ TableName: 'stores', Item: { region: 'nuk', storeId: 'UK-3', storeName: 'Three' } }),
    );
    expect(await summarize(staff({ storeId: 'UK-3' }))).toBeUndefined();
    expect(await summarize(staff({ storeId: 'UK-404' }))).toBeUndefined();
  });
});

describe('rights at the time of sending', () => {
  test.each<[string, Partial<User>]>([
    ['is disabled', { enabled: false }],
    ['has left the region', { groups: ['register-repairs', 'register-returns', 'NDACH'] }],
    ['may do nothing', { groups: ['NUK'] }],
    ['has no store', { storeId: '' }],
  ])('a user who %s is told nothing', async (_, facts) => {
    expect(await summarize(staff(facts))).toBeUndefined();
  });

  test.each([
    ['register-repairs', ['send SEND', 'call QUOTE']],
    ['register-returns', ['send RET-SEND']],
  ])('%s is told of these records only', async (role, todos) => {
    expect(await summarize(staff({ groups: [role, 'NUK'] }))).toMatchObject({ todos });
  });

  test('no user is told of returns in a region without them', async () => {
    expect(await summarize(staff(), subscription(), { returnsAvailable: false })).toMatchObject({
      todos: ['send SEND', 'call QUOTE'],
    });
    const returnsOnly = staff({ groups: ['register-returns', 'NUK'] });
    expect(await summarize(returnsOnly, subscription(), { returnsAvailable: false })).toBeUndefined();
  });

  test('staff are told of their own store, whatever they chose as admins', async () => {
    expect(await summarize(staff(), subscription({ storeId: 'UK-2' }))).toMatchObject({ store: 'UK-1' });
  });

  test('an admin is told of the chosen store', async () => {
    const admin = staff({ groups: ['admin', 'NUK'] });
    expect(await summarize(admin, subscription({ storeId: 'UK-2' }))).toEqual({
      store: 'UK-2',
      overdue: [],
      todos: ['send ELSEWHERE'],
      news: ['rmaAssigned ELSEWHERE'],
    });
  });

  test('an admin without the required second factor has no admin rights', async () => {
    const admin = staff({ groups: ['admin', 'NUK'] });
    const chosen = subscription({ storeId: 'UK-2' });
    expect(await summarize(admin, chosen, { adminsNeedSecondFactor: true })).toBeUndefined();
    expect(await summarize({ ...admin, secondFactor: true }, chosen, { adminsNeedSecondFactor: true })).toMatchObject({
      store: 'UK-2',
    });
  });
});
