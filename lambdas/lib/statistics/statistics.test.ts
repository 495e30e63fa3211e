import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toItem } from '#lambdas/lib/records/item.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { buildStoredRepair, addRepairEntry } from '#lambdas/testing/rows.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { createStatisticsReader } from './statistics-reader.ts';
import { createStatisticsWriter } from './statistics-writer.ts';

const now = () => new Date('2026-11-21T10:00:00.000Z');
const tableNames = { repairs: 'repairs', returns: 'returns', statistics: 'statistics' };

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['repairs', 'returns', 'statistics']);
});
afterAll(() => database.stop());

const putRepair = async (row: RepairRow) => {
  await database.db.send(new PutCommand({ TableName: 'repairs', Item: toItem('repairs', row) }));
  return { ...row, kind: 'repairs' as const };
};
const openWriter = () => createStatisticsWriter(database.db, tableNames, now);
const openReader = () => createStatisticsReader(database.db, 'statistics');

/** Builds a repair of the given store; each test uses other stores, so that it counts only its own repairs. */
const buildRow = (storeId: string, change: Partial<RepairRow> = {}) => buildStoredRepair({ storeId, ...change });
const receivedEntry = { type: 'status', at: '2026-11-05T08:00:00.000Z', eventId: 'e-1', status: 'received' } as const;

describe('counts of a store’s month', () => {
  test('contain a record once, in its current state, after repeated or late changes', async () => {
    const firstRow = await putRepair(buildRow('UK-1'));
    await openWriter().update([firstRow, firstRow]);
    const changedRow = await putRepair(addRepairEntry(firstRow, receivedEntry));
    await openWriter().update([changedRow]);
    await openWriter().update([firstRow]);
    expect(await openReader().readStore('nuk', 'UK-1', '2026-01')).toMatchObject([
      { storeId: 'UK-1', month: '2026-11', repairs: { states: { received: 1 }, products: { 'switch-2': 1 } } },
    ]);
  });

  test('are not replaced by counts that were read earlier', async () => {
    const firstRow = await putRepair(buildRow('UK-2'));
    const recordsRead = Promise.withResolvers<void>();
    const writeAllowed = Promise.withResolvers<void>();
    // A consumer that stops between reading the records and writing their counts.
    const slowDb = Object.create(database.db, {
      send: {
        value: async (command: Parameters<typeof database.db.send>[0]) => {
          if (command.constructor.name === 'UpdateCommand') {
            recordsRead.resolve();
            await writeAllowed.promise;
          }
          return database.db.send(command);
        },
      },
    }) as typeof database.db;
    const slowUpdate = createStatisticsWriter(slowDb, tableNames, now).update([firstRow]);
    await recordsRead.promise;
    const changedRow = await putRepair(addRepairEntry(firstRow, receivedEntry));
    await openWriter().update([changedRow]);
    writeAllowed.resolve();
    await slowUpdate;
    expect(await openReader().readStore('nuk', 'UK-2', '2026-01')).toMatchObject([
      { repairs: { states: { received: 1 } } },
    ]);
  });

  test('are written even if another month cannot be counted', async () => {
    const unreadableRow = await putRepair({ ...buildRow('UK-6'), product: 7 as never });
    const firstRow = await putRepair(buildRow('UK-7'));
    const secondRow = await putRepair(buildRow('UK-7', { id: crypto.randomUUID(), storeRefNo: 'REF-2' }));
    expect(await openWriter().update([unreadableRow, firstRow])).toHaveLength(1);
    expect(await openReader().readStore('nuk', 'UK-7', '2026-01')).toMatchObject([
      { repairs: { products: { 'switch-2': 2 } } },
    ]);
    const [error] = await createStatisticsWriter(database.db, tableNames, now, 1).update([secondRow]);
    expect(error?.message).toBe('More than 1 repairs in 2026-11.');
  });

  test('leave out months of which records have expired', async () => {
    const oldRow = await putRepair(buildRow('UK-3', { createdAt: '2024-08-31T12:00:00.000Z' }));
    const earliestRow = await putRepair(
      buildRow('UK-3', { createdAt: '2024-09-01T12:00:00.000Z', storeRefNo: 'REF-2' }),
    );
    await openWriter().update([oldRow, earliestRow]);
    expect(await openReader().readStore('nuk', 'UK-3', '2020-01')).toMatchObject([{ month: '2024-09' }]);
  });

  test('are read for the given stores of a region only', async () => {
    const stores = ['UK-4', 'UK-40', 'UK-5'];
    for (const storeId of stores) await openWriter().update([await putRepair(buildRow(storeId))]);
    await openWriter().update([await putRepair(buildRow('UK-5', { region: 'ndach' }))]);
    // A removed store, whose key lies between those of the others.
    await openWriter().update([await putRepair(buildRow('UK-41'))]);
    const months = await openReader().readStores('nuk', stores, '2026-01');
    expect(months.map(({ storeId }) => storeId).toSorted()).toEqual(stores);
    expect(await openReader().readStore('nuk', 'UK-4', '2026-12')).toEqual([]);
  });
});
