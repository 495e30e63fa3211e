import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toItem } from '#lambdas/lib/records/item.ts';
import { createStatisticsReader } from '#lambdas/lib/statistics/statistics-reader.ts';
import { createStatisticsWriter } from '#lambdas/lib/statistics/statistics-writer.ts';
import { buildStoredRepair, buildStoredReturn, addRepairEntry } from '#lambdas/testing/rows.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { recountStatistics } from './recount.ts';

const now = () => new Date('2026-11-21T10:00:00.000Z');
const names = { repairs: 'repairs', returns: 'returns', statistics: 'statistics' };

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['repairs', 'returns', 'statistics']);
});
afterAll(() => database.stop());

const put = (TableName: string, Item: object) => database.db.send(new PutCommand({ TableName, Item: { ...Item } }));
const createWriter = () => createStatisticsWriter(database.db, names, now);
const createReader = () => createStatisticsReader(database.db, 'statistics');

type RecountOptions = { readonly isDryRun?: boolean; readonly wait?: () => Promise<unknown> };

const recount = async ({ isDryRun = false, wait = async () => {} }: RecountOptions = {}) => {
  const reports: string[] = [];
  const report = (difference: string) => reports.push(difference);
  const result = await recountStatistics({ db: database.db, names, now, wait, report, isDryRun });
  return { ...result, reports };
};

const repair = { ...buildStoredRepair({ storeId: 'UK-1' }), kind: 'repairs' as const };

test('finds no difference after every change was counted', async () => {
  await put('repairs', toItem('repairs', repair));
  await createWriter().update([repair]);
  expect(await recount()).toEqual({ monthCount: 1, differenceCount: 0, reports: [] });
});

test('waits for a change that the stream has not delivered yet', async () => {
  const entry = { type: 'status', at: '2026-11-05T08:00:00.000Z', eventId: 'e-1', status: 'received' } as const;
  await put('repairs', toItem('repairs', addRepairEntry(repair, entry)));
  expect(await recount({ wait: () => createWriter().update([repair]) })).toMatchObject({ differenceCount: 0 });
});

test('reports and corrects a record that is not counted, and a count without a record', async () => {
  await put('returns', toItem('returns', buildStoredReturn({ storeId: 'UK-7' })));
  const returns = { weeks: {}, states: { submitted: 1 } };
  // `returnsClock` is the number of timeline entries that the counts include.
  await put('statistics', { region: 'nuk', storeMonth: 'UK-8#2026-11', returns, returnsClock: 1 });
  const dryRun = await recount({ isDryRun: true });
  expect(dryRun.differenceCount).toBe(2);
  // DynamoDB returns the entries of a map in any order.
  const toMonths = (reports: readonly string[]) => reports.map((report) => report.split(': ')[0]).toSorted();
  expect(toMonths(dryRun.reports)).toEqual(['returns nuk UK-7#2026-11', 'returns nuk UK-8#2026-11']);
  expect(toMonths((await recount()).reports)).toEqual(toMonths(dryRun.reports));
  expect(await recount()).toMatchObject({ differenceCount: 0 });
  expect(await createReader().readStore('nuk', 'UK-7', '2026-01')).toMatchObject([
    { returns: { states: { submitted: 1 } } },
  ]);
});
