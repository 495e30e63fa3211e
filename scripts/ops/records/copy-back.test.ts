import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { toItem } from '#lambdas/lib/records/item.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { buildStoredRepair, buildStoredReturn, addRepairEntry, addRma } from '#lambdas/testing/rows.ts';
import type { TemporaryDatabase } from '#scripts/testing/database.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { toTableDefinition } from '#scripts/testing/tables.ts';
import { toWithdrawnReference } from '#shared/records/record.ts';
import type { CopyFilter } from './copy-back.ts';
import { copyBack, needsDecision } from './copy-back.ts';
import { scanAll } from './scan.ts';

const now = new Date('2026-11-25T12:00:00.000Z');

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await startTemporaryDatabase([]);
});
afterAll(() => database.stop());

let liveTables: { readonly repairs: string; readonly returns: string };
let restoredTable: string;
beforeEach(async () => {
  const suffix = randomUUID().slice(0, 8);
  liveTables = { repairs: `repairs-${suffix}`, returns: `returns-${suffix}` };
  restoredTable = `restored-${suffix}`;
  for (const TableName of [liveTables.repairs, liveTables.returns, restoredTable])
    await database.client.createTable({
      ...toTableDefinition('repairs'),
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
    });
});

const put = (table: string, row: object) =>
  database.db.send(new PutCommand({ TableName: table, Item: toItem('lines' in row ? 'returns' : 'repairs', row) }));

const copy = async (filter: CopyFilter = {}, { isDryRun = false, db = database.db } = {}) => {
  const lines: string[] = [];
  const counts = await copyBack(restoredTable, filter, {
    db,
    names: liveTables,
    now,
    isDryRun,
    report: ({ outcome, description }) => lines.push(`${outcome} ${description}`),
  });
  return { lines: lines.toSorted(), counts };
};

const readLive = async () => (await scanAll(database.db, liveTables.repairs)).map(repairKind.parse);

const buildBooking = (change: Partial<RepairRow> = {}) =>
  buildStoredRepair({ id: randomUUID(), createdAt: '2026-11-20T10:00:00.000Z', ...change });

const addRmaNumber = (row: RepairRow, rma = 'RMA-1') =>
  addRepairEntry(row, { type: 'rmaAssigned', at: '2026-11-21T08:00:00.000Z', eventId: `e-${rma}`, rma });
const addWithdrawal = (row: RepairRow) =>
  addRepairEntry(row, { type: 'withdrawn', at: '2026-11-22T08:00:00.000Z', by: 'anna@store.example' });

test('copies missing records of both kinds once', async () => {
  const repair = buildBooking();
  const returnRow = addRma(buildStoredReturn(), 'RMA-7');
  for (const row of [repair, returnRow]) await put(restoredTable, row);

  const first = await copy();
  expect(first.lines).toEqual([
    'copied repairs nuk UK001 REF-1 (version 1)',
    'copied returns nuk UK-1 Ret 1 (version 2)',
  ]);
  expect(await readLive()).toEqual([repair]);
  expect(await scanAll(database.db, liveTables.returns)).toEqual(
    await scanAll(database.db, restoredTable).then((items) => items.filter((item) => 'lines' in item)),
  );
  const second = await copy();
  expect(second.counts).toMatchObject({ copied: 0, updated: 0, same: 2 });
  expect([first, second].map(({ counts }) => needsDecision(counts))).toEqual([false, false]);
});

test('keeps a live record that is newer, or has the same version but other content', async () => {
  const bookedRepair = buildBooking();
  const newerRepair = addRmaNumber(bookedRepair);
  await put(restoredTable, bookedRepair);
  await put(liveTables.repairs, newerRepair);
  const changedRepair = buildBooking({ storeRefNo: 'REF-2' });
  await put(restoredTable, changedRepair);
  await put(liveTables.repairs, { ...changedRepair, detailedDescription: 'typed later' });

  expect((await copy()).lines).toEqual([
    'changed repairs nuk UK001 REF-2 (version 1)',
    'newer repairs nuk UK001 REF-1 (version 1)',
  ]);
  expect(await readLive()).toEqual(
    expect.arrayContaining([newerRepair, { ...changedRepair, detailedDescription: 'typed later' }]),
  );
});

test('updates an earlier version, and moves a withdrawn record to its new key', async () => {
  const bookedRepair = buildBooking();
  const repairToWithdraw = buildBooking({ storeRefNo: 'REF-2' });
  for (const row of [bookedRepair, repairToWithdraw]) await put(liveTables.repairs, row);
  for (const row of [addRmaNumber(bookedRepair), addWithdrawal(repairToWithdraw)]) await put(restoredTable, row);

  expect((await copy()).counts).toMatchObject({ updated: 2 });
  expect(await readLive()).toEqual(
    expect.arrayContaining([addRmaNumber(bookedRepair), addWithdrawal(repairToWithdraw)]),
  );
  expect(await readLive()).toHaveLength(2);
});

test('does not bring back a record that was withdrawn after the backup', async () => {
  const bookedRepair = buildBooking();
  await put(restoredTable, bookedRepair);
  await put(liveTables.repairs, addWithdrawal(bookedRepair));
  expect((await copy()).counts).toMatchObject({ copied: 0, newer: 1 });
  expect((await readLive()).map(({ reference }) => reference)).toEqual([
    toWithdrawnReference('REF-1', bookedRepair.id),
  ]);
});

test('skips a reference that was booked again, and expired records', async () => {
  await put(restoredTable, buildBooking());
  const secondBooking = buildBooking();
  await put(liveTables.repairs, secondBooking);
  await put(restoredTable, buildBooking({ storeRefNo: 'OLD', createdAt: '2020-01-01T10:00:00.000Z', timeline: [] }));
  expect((await copy()).counts).toMatchObject({ copied: 0, otherBooking: 1, expired: 1 });
  expect(await readLive()).toEqual([secondBooking]);
});

test('skips a reference that is booked during the copy', async () => {
  await put(restoredTable, buildBooking());
  const secondBooking = buildBooking();
  const { db } = database;
  const concurrentDb = Object.create(db, {
    send: {
      value: async (command: Parameters<typeof db.send>[0]) => {
        if (command instanceof PutCommand) await put(liveTables.repairs, secondBooking);
        return db.send(command);
      },
    },
  }) as DynamoDBDocumentClient;
  expect((await copy({}, { db: concurrentDb })).counts).toMatchObject({ copied: 0, busy: 1 });
  expect(await readLive()).toEqual([secondBooking]);
});

test('selects by region, store, reference and time', async () => {
  const earlyRepair = buildBooking({
    timeline: [{ type: 'booked', at: '2026-11-20T10:00:00.000Z', by: 'a@store.example' }],
  });
  const lateRepair = addRmaNumber(buildBooking({ storeRefNo: 'REF-2' }));
  const otherStoreRepair = buildBooking({ storeRefNo: 'REF-3', storeId: 'UK002' });
  for (const row of [earlyRepair, lateRepair, otherStoreRepair]) await put(restoredTable, row);
  const findSelectedReferences = async (filter: CopyFilter) =>
    (await copy(filter, { isDryRun: true })).lines.map((line) => line.split(' ').at(-3));
  expect(await findSelectedReferences({ since: '2026-11-21T00:00:00Z' })).toEqual(['REF-2']);
  // The portal stored this report some minutes after it occurred.
  await put(
    restoredTable,
    addRepairEntry(buildBooking({ storeRefNo: 'REF-4' }), {
      type: 'rmaAssigned',
      at: '2026-11-21T08:58:00.000Z',
      recordedAt: '2026-11-21T09:03:00.000Z',
      eventId: 'e-4',
      rma: 'RMA-4',
    }),
  );
  expect(await findSelectedReferences({ since: '2026-11-21T09:00:00Z' })).toEqual(['REF-4']);
  expect(await findSelectedReferences({ storeId: 'UK002' })).toEqual(['REF-3']);
  expect(await findSelectedReferences({ storeRefNo: 'ref-1' })).toEqual(['REF-1']);
  expect(await findSelectedReferences({ region: 'nfr' })).toEqual([]);
  expect(await readLive()).toEqual([]);
});

test.each(['changed', 'otherBooking', 'busy', 'unreadable'] as const)(
  'needs a decision of the operator if a record has the outcome %s',
  async (outcome) => {
    const { counts } = await copy();
    expect([needsDecision(counts), needsDecision({ ...counts, [outcome]: 1 })]).toEqual([false, true]);
    expect(needsDecision({ ...counts, newer: 1, expired: 1 })).toBe(false);
  },
);

test('reports items that are not records, and rejects the live table', async () => {
  await database.db.send(new PutCommand({ TableName: restoredTable, Item: { store: 'nuk#UK001', reference: 'odd' } }));
  expect((await copy()).lines).toEqual(['unreadable nuk#UK001 odd']);
  await expect(
    copyBack(liveTables.repairs, {}, { db: database.db, names: liveTables, now, isDryRun: false, report: () => {} }),
  ).rejects.toThrow('live table itself');
});
