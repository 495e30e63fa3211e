import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { repairHandlers } from '#lambdas/repairs/repairs.ts';
import { repairsStore } from '#lambdas/repairs/store.ts';
import { admin, by, staff } from '#lambdas/testing/callers.ts';
import { mockedDb } from '#lambdas/testing/database.ts';
import { repairRowWith } from '#lambdas/testing/repairs.ts';
import { byRegion } from '#shared/regions.ts';
import { itemOf } from './item.ts';
import type { RepairRow } from './repair.ts';

const { db, mock } = mockedDb();
const store = repairsStore(db, 'repairs', 'attempts');
const row = repairRowWith();
const claimKey = `booking#repairs#nuk#${row.id}`;
const another = '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11';
const failed = 'ConditionalCheckFailed';
const withdrawn = repairRowWith({
  timeline: [...row.timeline, { type: 'withdrawn', at: row.createdAt, by: staff.email }],
});

const cancel = (...codes: string[]) =>
  mock.on(TransactWriteCommand).rejects(
    new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    }),
  );

/** What the tables hold: records, and the claim of the id. */
const givenItems = (records: readonly RepairRow[], claimed?: RepairRow) =>
  mock.on(GetCommand).callsFake(({ TableName, Key }) => {
    if (TableName === 'repairs') {
      const found = records.find(({ store: place, reference }) => place === Key.store && reference === Key.reference);
      return { Item: found && itemOf('repairs', found) };
    }
    const isClaim = claimed !== undefined && Key.id === claimKey;
    return { Item: isClaim ? { id: claimKey, storeId: claimed.storeId, reference: claimed.reference } : undefined };
  });

beforeEach(() => {
  givenItems([]);
});

describe('booking', () => {
  test('writes the claim of the id in the region and the record in one call, which does not happen by halves', async () => {
    mock.on(TransactWriteCommand).resolves({});
    expect(await store.book(row)).toEqual(row);
    expect(mock.calls()).toHaveLength(1);
    expect(mock.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toEqual([
      {
        Put: expect.objectContaining({
          TableName: 'attempts',
          // Kept as long as the record.
          Item: { id: claimKey, storeId: row.storeId, reference: row.reference, expiresAt: row.expiresAt },
          ConditionExpression: 'attribute_not_exists(#id)',
        }),
      },
      {
        Put: expect.objectContaining({
          TableName: 'repairs',
          Item: itemOf('repairs', row),
          ConditionExpression: 'attribute_not_exists(#reference)',
        }),
      },
    ]);
  });

  test.each<[string, RepairRow, string[]]>([
    ['its store and reference', row, [failed, failed]],
    ['another reference', repairRowWith({ storeRefNo: 'Ref 0' }), [failed, 'None']],
    ['another store', repairRowWith({ storeId: 'UK-2', storeName: 'Two' }), [failed, 'None']],
  ])('an id again answers its record under %s', async (_, stored, reasons) => {
    cancel(...reasons);
    givenItems([stored], stored);
    expect(await store.book(row)).toEqual(stored);
  });

  test('an id again answers its record though its claim is lost', async () => {
    cancel('None', failed);
    givenItems([row]);
    expect(await store.book(row)).toEqual(row);
  });

  test('a reference that another id has is refused', async () => {
    cancel('None', failed);
    givenItems([repairRowWith({ id: another })]);
    await expect(store.book(row)).rejects.toMatchObject({ code: 'RepairRequestExists' });
  });

  test('an id whose record was withdrawn is refused, also where its reference is in use again', async () => {
    cancel(failed, 'None');
    givenItems([withdrawn, repairRowWith({ id: another })], row);
    await expect(store.book(row)).rejects.toMatchObject({ code: 'RepairWithdrawn' });
  });

  test('a claim that is seen before its record is looked at again', async () => {
    cancel(failed, 'None');
    givenItems([], row);
    let reads = 0;
    mock.on(GetCommand, { TableName: 'repairs' }).callsFake(() => {
      reads += 1;
      // The first look takes two reads.
      return { Item: reads > 2 ? itemOf('repairs', row) : undefined };
    });
    expect(await store.book(row)).toEqual(row);
  });

  test('a claim without a record is no endless question', async () => {
    cancel(failed, 'None');
    givenItems([], row);
    await expect(store.book(row)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});

describe('an id that another store has used', () => {
  const elsewhere = repairRowWith({ storeId: 'UK-2', storeName: 'Two' });
  const settings = byRegion(() => ({ termsLastUpdated: '2024-06-06', returnsAvailable: true }));
  const { bookRepair } = repairHandlers({ repairs: store, stores: {}, settings } as never);
  const booking = { ...row, region: 'nuk' } as never;

  beforeEach(() => {
    cancel(failed, 'None');
    givenItems([elsewhere], elsewhere);
  });

  test('answers an admin its record', async () => {
    const { body } = await bookRepair(booking, by({ ...admin, storeId: row.storeId }));
    expect(body).toMatchObject({ id: row.id, storeId: 'UK-2' });
  });

  test('shows staff of another store nothing', async () => {
    await expect(bookRepair(booking, by(staff))).rejects.toMatchObject({ code: 'InsufficientAccess' });
  });
});
