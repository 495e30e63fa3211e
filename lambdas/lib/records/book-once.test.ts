import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createRepairHandlers } from '#lambdas/functions/repairs/repair-handlers.ts';
import { createRepairsStore } from '#lambdas/functions/repairs/repairs-store.ts';
import { admin, buildContext, staff } from '#lambdas/testing/callers.ts';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { buildStaffRepair } from '#lambdas/testing/repairs.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { toItem } from './item.ts';
import type { RepairRow } from './repair.ts';

const { db, mock } = createMockedDb();
const store = createRepairsStore(db, 'repairs', 'attempts');
const row = buildStaffRepair();
const idempotencyId = `booking#repairs#nuk#${row.id}`;
const otherId = '11111111-9f8e-4a3c-8d59-3a1d5a6f1c11';
const failedConditionReason = 'ConditionalCheckFailed';
const withdrawnRow = buildStaffRepair({
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

/** Mocks the tables: records, and optionally the idempotency record of the id, which refers to `bookedRow`. */
const givenItems = (records: readonly RepairRow[], bookedRow?: RepairRow) =>
  mock.on(GetCommand).callsFake(({ TableName, Key }) => {
    if (TableName === 'repairs') {
      const record = records.find((item) => item.store === Key.store && item.reference === Key.reference);
      return { Item: record && toItem('repairs', record) };
    }
    const hasIdempotencyRecord = bookedRow !== undefined && Key.id === idempotencyId;
    return {
      Item: hasIdempotencyRecord
        ? { id: idempotencyId, storeId: bookedRow.storeId, reference: bookedRow.reference }
        : undefined,
    };
  });

beforeEach(() => {
  givenItems([]);
});

describe('createBookOnce', () => {
  test('writes idempotency record and record in one transaction', async () => {
    mock.on(TransactWriteCommand).resolves({});
    expect(await store.book(row)).toEqual(row);
    expect(mock.calls()).toHaveLength(1);
    expect(mock.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toEqual([
      {
        Put: expect.objectContaining({
          TableName: 'attempts',
          // Expires with the record.
          Item: { id: idempotencyId, storeId: row.storeId, reference: row.reference, expiresAt: row.expiresAt },
          ConditionExpression: 'attribute_not_exists(#id)',
        }),
      },
      {
        Put: expect.objectContaining({
          TableName: 'repairs',
          Item: toItem('repairs', row),
          ConditionExpression: 'attribute_not_exists(#reference)',
        }),
      },
    ]);
  });

  test.each<[string, RepairRow, string[]]>([
    ['its store and reference', row, [failedConditionReason, failedConditionReason]],
    ['another reference', buildStaffRepair({ storeRefNo: 'Ref 0' }), [failedConditionReason, 'None']],
    ['another store', buildStaffRepair({ storeId: 'UK-2', storeName: 'Two' }), [failedConditionReason, 'None']],
  ])('returns the existing record of a repeated id under %s', async (_, existingRow, reasons) => {
    cancel(...reasons);
    givenItems([existingRow], existingRow);
    expect(await store.book(row)).toEqual(existingRow);
  });

  test('returns the existing record when its idempotency record is lost', async () => {
    cancel('None', failedConditionReason);
    givenItems([row]);
    expect(await store.book(row)).toEqual(row);
  });

  test('rejects a reference that another id has', async () => {
    cancel('None', failedConditionReason);
    givenItems([buildStaffRepair({ id: otherId })]);
    await expect(store.book(row)).rejects.toMatchObject({ code: 'RepairRequestExists' });
  });

  test('rejects the id of a withdrawn record, even with its reference reused', async () => {
    cancel(failedConditionReason, 'None');
    givenItems([withdrawnRow, buildStaffRepair({ id: otherId })], row);
    await expect(store.book(row)).rejects.toMatchObject({ code: 'RepairWithdrawn' });
  });

  test('retries when the idempotency record is visible before its record', async () => {
    cancel(failedConditionReason, 'None');
    givenItems([], row);
    let reads = 0;
    mock.on(GetCommand, { TableName: 'repairs' }).callsFake(() => {
      reads += 1;
      // The first lookup takes two reads.
      return { Item: reads > 2 ? toItem('repairs', row) : undefined };
    });
    expect(await store.book(row)).toEqual(row);
  });

  test('throws ServiceUnavailable when the record stays missing', async () => {
    cancel(failedConditionReason, 'None');
    givenItems([], row);
    await expect(store.book(row)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});

describe('bookRepair with an id that another store has used', () => {
  const existingRow = buildStaffRepair({ storeId: 'UK-2', storeName: 'Two' });
  const settings = createByRegion(() => ({ termsLastUpdated: '2024-06-06', returnsAvailable: true }));
  const { bookRepair } = createRepairHandlers({ repairs: store, stores: {}, settings } as never);
  const booking = { ...row, region: 'nuk' } as never;

  beforeEach(() => {
    cancel(failedConditionReason, 'None');
    givenItems([existingRow], existingRow);
  });

  test('returns the record to an admin', async () => {
    const { body } = await bookRepair(booking, buildContext({ ...admin, storeId: row.storeId }));
    expect(body).toMatchObject({ id: row.id, storeId: 'UK-2' });
  });

  test('denies access to staff of another store', async () => {
    await expect(bookRepair(booking, buildContext(staff))).rejects.toMatchObject({ code: 'InsufficientAccess' });
  });
});
