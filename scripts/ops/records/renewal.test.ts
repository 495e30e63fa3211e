import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toItem } from '#lambdas/lib/records/item.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { createRecordSearchIndex } from '#lambdas/lib/records/search.ts';
import { buildStoredReturn, buildStoredRepair, addRepairEntry } from '#lambdas/testing/rows.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { toExactValuePrefixes, toDateTermPrefix, toSearchOwner } from '#shared/records/search.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { createRecordsRenewal } from './renewal.ts';
import { scanAll } from './scan.ts';

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase(['repairs', 'returns', 'search']);
});
afterAll(() => database.stop());

const names = { repairs: 'repairs', returns: 'returns', search: 'search' };
const put = (TableName: string, Item: object) => database.db.send(new PutCommand({ TableName, Item: { ...Item } }));
const readAll = (table: string) => scanAll(database.db, table);
const formatTerms = (items: readonly Record<string, unknown>[]) =>
  items.map(({ owner, term }) => `${String(owner)} ${String(term)}`).toSorted();

const repair = buildStoredRepair();
const returnRow = buildStoredReturn();

test('rebuilds the search table and removes stale items', async () => {
  await put('repairs', toItem('repairs', repair));
  await put('returns', toItem('returns', returnRow));
  const [staleItem] = repairKind.toSearchItems(buildStoredRepair({ storeRefNo: 'LOST-1' }));
  await put('search', { ...staleItem });
  const expected = formatTerms(
    [...repairKind.toSearchItems(repair), ...returnKind.toSearchItems(returnRow)].map((item) => ({ ...item })),
  );
  const renewal = createRecordsRenewal(database.db, names);
  expect(await renewal.rebuildSearch()).toEqual({ itemCount: expected.length, removedCount: 1 });
  expect(formatTerms(await readAll('search'))).toEqual(expected);
  expect(await renewal.rebuildSearch()).toEqual({ itemCount: expected.length, removedCount: 0 });
});

test('rewrites a record that lacks a new column of its list, only once', async () => {
  const { listed: columns, ...otherAttributes } = toItem('repairs', repair);
  const { product, ...oldColumns } = columns as Record<string, unknown>;
  await put('repairs', { ...otherAttributes, product, listed: oldColumns });
  const list = () => createRecordsStore(database.db, 'repairs', repairKind).list({ region: 'nuk' }, { period: {} }, 10);
  await expect(list()).rejects.toThrow('product');

  const renewal = createRecordsRenewal(database.db, names);
  expect(await renewal.renew({ isDryRun: true })).toEqual({ repairs: 1, returns: 0 });
  expect(await renewal.renew()).toEqual({ repairs: 1, returns: 0 });
  expect(await renewal.renew()).toEqual({ repairs: 0, returns: 0 });
  expect((await list()).items).toMatchObject([{ product: 'switch-2' }]);
  // The version increases, so that an open page detects the change.
  expect(repairKind.parse((await readAll('repairs'))[0])).toEqual({ ...repair, version: 2 });
});

const receivedEntry: RepairEntry = {
  type: 'status',
  at: '2026-11-03T08:00:00.000Z',
  eventId: 'e-1',
  status: 'received',
};

test('recalculates the deadline of a repair after a rule change', async () => {
  const row = addRepairEntry(buildStoredRepair({ storeRefNo: 'OLD-1' }), receivedEntry);
  const { next, ...withoutNext } = row;
  expect(next).toMatchObject({ promise: 'target', by: '2026-11-13' });
  const owner = toSearchOwner('repairs', 'nuk');
  const findRowsWithDeadline = () =>
    createRecordSearchIndex(database.db, 'search').findBetween(
      owner,
      toDateTermPrefix('due'),
      toDateTermPrefix('due', '~'),
      10,
    );
  const renewal = createRecordsRenewal(database.db, names);

  for (const outdatedRow of [
    withoutNext,
    { ...row, next: { promise: 'target', by: '2026-11-12', who: ['provider'] } },
  ]) {
    await put('repairs', toItem('repairs', outdatedRow));
    expect(await renewal.renew()).toEqual({ repairs: 1, returns: 0 });
    expect(await renewal.renew({ isDryRun: true })).toEqual({ repairs: 0, returns: 0 });
    expect((await findRowsWithDeadline()).items).toMatchObject([{ reference: 'old-1', summary: { next } }]);
  }
});

test('adds the warranty to the search items of a repair that lack it', async () => {
  const reportStatus = (status: 'repaired' | 'dispatched'): RepairEntry => ({
    type: 'status',
    at: '2026-11-03T08:00:00.000Z',
    eventId: status,
    status,
  });
  const dispatchedRow = addRepairEntry(
    addRepairEntry(buildStoredRepair({ storeRefNo: 'BACK-1' }), reportStatus('repaired')),
    reportStatus('dispatched'),
  );
  await put('repairs', toItem('repairs', dispatchedRow));
  for (const item of repairKind.toSearchItems(dispatchedRow)) await put('search', { ...item, warranty: undefined });
  await createRecordsRenewal(database.db, names).renew();
  const [serial = ''] = toExactValuePrefixes('serial', dispatchedRow.serialNumber);
  const { items } = await createRecordSearchIndex(database.db, 'search').find(
    toSearchOwner('repairs', 'nuk'),
    serial,
    10,
  );
  expect(items.find(({ reference }) => reference === 'back-1')).toMatchObject({ warranty: { until: '2027-11-03' } });
});

test('indexes a record that changes during the rebuild', async () => {
  const row = addRepairEntry(buildStoredRepair({ storeRefNo: 'BUSY-1' }), receivedEntry);
  await put('repairs', toItem('repairs', row));
  const quotedRow = addRepairEntry(row, {
    ...receivedEntry,
    eventId: 'e-2',
    at: '2026-11-04T08:00:00.000Z',
    status: 'quoted',
  });
  const { db } = database;
  const concurrentDb = Object.create(db, {
    send: {
      value: async (command: Parameters<typeof db.send>[0]) => {
        if (command instanceof BatchWriteCommand) await put('repairs', toItem('repairs', quotedRow));
        return db.send(command);
      },
    },
  }) as typeof db;
  await createRecordsRenewal(concurrentDb, names).rebuildSearch();
  const { items } = await createRecordSearchIndex(db, 'search').findBetween(
    toSearchOwner('repairs', 'nuk'),
    toDateTermPrefix('due'),
    toDateTermPrefix('due', '~'),
    10,
  );
  expect(items.filter(({ reference }) => reference === 'busy-1')).toMatchObject([{ summary: { state: 'quoted' } }]);
});

test('replaces search items whose terms are not normalized', async () => {
  const row = buildStoredRepair({ storeRefNo: 'FORMER 1-2' });
  await put('repairs', toItem('repairs', row));
  for (const item of repairKind.toSearchItems(row)) {
    const oldItem = { ...item, term: item.term.replace('former12', 'former 1-2') };
    await put('search', oldItem);
  }
  await createRecordsRenewal(database.db, names).rebuildSearch();
  const rowItems = (await readAll('search')).filter(({ reference }) => reference === row.reference);
  expect(formatTerms(rowItems)).toEqual(formatTerms(repairKind.toSearchItems(row).map((item) => ({ ...item }))));
});
