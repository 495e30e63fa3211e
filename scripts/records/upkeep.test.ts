import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { itemOf } from '#lambdas/records/item.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { searchIndex } from '#lambdas/records/search.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { bookedReturn, bookedRow, later } from '#lambdas/testing/rows.ts';
import { exactPrefixes, fromDate, searchOwner } from '#shared/records/search.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { BenchDatabase } from '../testing/database.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { scanAll } from './scan.ts';
import { recordsUpkeep } from './upkeep.ts';

let database: BenchDatabase;
beforeAll(async () => {
  database = await temporaryDatabase(['repairs', 'returns', 'search']);
});
afterAll(() => database.stop());

const names = { repairs: 'repairs', returns: 'returns', search: 'search' };
const put = (TableName: string, Item: object) => database.db.send(new PutCommand({ TableName, Item: { ...Item } }));
const all = (table: string) => scanAll(database.db, table);
const terms = (items: readonly Record<string, unknown>[]) =>
  items.map(({ owner, term }) => `${String(owner)} ${String(term)}`).toSorted();

const repair = bookedRow();
const returned = bookedReturn();

test('the search table is built anew from the records, and what finds nothing is taken out', async () => {
  await put('repairs', itemOf('repairs', repair));
  await put('returns', itemOf('returns', returned));
  const [lost] = repairKind.searchItems(bookedRow({ storeRefNo: 'LOST-1' }));
  await put('search', { ...lost });
  const wanted = terms(
    [...repairKind.searchItems(repair), ...returnKind.searchItems(returned)].map((item) => ({ ...item })),
  );
  const upkeep = recordsUpkeep(database.db, names);
  expect(await upkeep.rebuildSearch()).toEqual({ items: wanted.length, removed: 1 });
  expect(terms(await all('search'))).toEqual(wanted);
  expect(await upkeep.rebuildSearch()).toEqual({ items: wanted.length, removed: 0 });
});

test('a record from before a column is written anew, once, and then its list shows it', async () => {
  const { listed, ...others } = itemOf('repairs', repair);
  const { product, ...fewer } = listed as Record<string, unknown>;
  await put('repairs', { ...others, product, listed: fewer });
  const list = () => recordsStore(database.db, 'repairs', repairKind).list({ region: 'nuk' }, { period: {} }, 10);
  await expect(list()).rejects.toThrow('product');

  const upkeep = recordsUpkeep(database.db, names);
  expect(await upkeep.renew({ isDryRun: true })).toEqual({ repairs: 1, returns: 0 });
  expect(await upkeep.renew()).toEqual({ repairs: 1, returns: 0 });
  expect(await upkeep.renew()).toEqual({ repairs: 0, returns: 0 });
  expect((await list()).items).toMatchObject([{ product: 'switch-2' }]);
  // Whoever had the record open is told that it has changed.
  expect(repairKind.parse((await all('repairs'))[0])).toEqual({ ...repair, version: 2 });
});

test('a repair from before a rule or a holiday is brought to it, and what is due finds it', async () => {
  const received: RepairEntry = { type: 'status', at: '2026-11-03T08:00:00.000Z', eventId: 'e-1', status: 'received' };
  const row = later(bookedRow({ storeRefNo: 'OLD-1' }), received);
  const { next, ...before } = row;
  expect(next).toMatchObject({ promise: 'target', by: '2026-11-13' });
  const owner = searchOwner('repairs', 'nuk');
  const due = () => searchIndex(database.db, 'search').between(owner, fromDate('due'), fromDate('due', '~'), 10);
  const upkeep = recordsUpkeep(database.db, names);

  for (const old of [before, { ...row, next: { promise: 'target', by: '2026-11-12', who: ['provider'] } }]) {
    await put('repairs', itemOf('repairs', old));
    expect(await upkeep.renew()).toEqual({ repairs: 1, returns: 0 });
    expect(await upkeep.renew({ isDryRun: true })).toEqual({ repairs: 0, returns: 0 });
    expect((await due()).items).toMatchObject([{ reference: 'old-1', summary: { next } }]);
  }
});

test('a warranty of a repair from before it was kept is found by its device', async () => {
  const reported = (status: 'repaired' | 'dispatched'): RepairEntry => ({
    type: 'status',
    at: '2026-11-03T08:00:00.000Z',
    eventId: status,
    status,
  });
  const back = later(later(bookedRow({ storeRefNo: 'BACK-1' }), reported('repaired')), reported('dispatched'));
  await put('repairs', itemOf('repairs', back));
  for (const item of repairKind.searchItems(back)) await put('search', { ...item, warranty: undefined });
  await recordsUpkeep(database.db, names).renew();
  const [serial = ''] = exactPrefixes('serial', back.serialNumber);
  const { items } = await searchIndex(database.db, 'search').find(searchOwner('repairs', 'nuk'), serial, 10);
  expect(items.find(({ reference }) => reference === 'back-1')).toMatchObject({ warranty: { until: '2027-11-03' } });
});

test('a record that is changed while the search table is built anew is found as it is then', async () => {
  const received: RepairEntry = { type: 'status', at: '2026-11-03T08:00:00.000Z', eventId: 'e-1', status: 'received' };
  const row = later(bookedRow({ storeRefNo: 'BUSY-1' }), received);
  await put('repairs', itemOf('repairs', row));
  const changed = later(row, { ...received, eventId: 'e-2', at: '2026-11-04T08:00:00.000Z', status: 'quoted' });
  const { db } = database;
  const busy = Object.create(db, {
    send: {
      value: async (command: Parameters<typeof db.send>[0]) => {
        if (command instanceof BatchWriteCommand) await put('repairs', itemOf('repairs', changed));
        return db.send(command);
      },
    },
  }) as typeof db;
  await recordsUpkeep(busy, names).rebuildSearch();
  const { items } = await searchIndex(db, 'search').between(
    searchOwner('repairs', 'nuk'),
    fromDate('due'),
    fromDate('due', '~'),
    10,
  );
  expect(items.filter(({ reference }) => reference === 'busy-1')).toMatchObject([{ summary: { state: 'quoted' } }]);
});

test('terms from before there were keys are written anew', async () => {
  const row = bookedRow({ storeRefNo: 'FORMER 1-2' });
  await put('repairs', itemOf('repairs', row));
  for (const item of repairKind.searchItems(row)) {
    const former = { ...item, term: item.term.replace('former12', 'former 1-2') };
    await put('search', former);
  }
  await recordsUpkeep(database.db, names).rebuildSearch();
  const own = (await all('search')).filter(({ reference }) => reference === row.reference);
  expect(terms(own)).toEqual(terms(repairKind.searchItems(row).map((item) => ({ ...item }))));
});
