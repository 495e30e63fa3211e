import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { itemOf } from '#lambdas/records/item.ts';
import { now, staff } from '#lambdas/testing/callers.ts';
import { mockedDb } from '#lambdas/testing/database.ts';
import { repairRowWith } from '#lambdas/testing/repairs.ts';
import { projectedAttributes } from '#shared/records/summaries.ts';
import { tables } from '#shared/tables.ts';
import { repairsStore } from './store.ts';

const { db, mock } = mockedDb();
const store = repairsStore(db, 'repairs', 'attempts');
const booked = repairRowWith();
const at = now.toISOString();

test('a row of a list needs only what its index holds', async () => {
  const index = tables.repairs.indexes.byRegionAndState;
  const names = new Set<string>([
    ...projectedAttributes(index),
    index.partition,
    index.sort,
    ...Object.values(tables.repairs.key),
  ]);
  mock.on(QueryCommand).resolves({
    Items: [Object.fromEntries(Object.entries(itemOf('repairs', booked)).filter(([name]) => names.has(name)))],
  });
  expect((await store.list({ region: 'nuk' }, { state: 'submitted', period: {} }, 10)).items).toMatchObject([
    { storeRefNo: 'Ref 1', reference: 'ref 1', createdAt: booked.createdAt },
  ]);
});

describe('summaries', () => {
  test('leave a record’s timeline and description where they are', async () => {
    mock.on(BatchGetCommand).resolves({ Responses: { repairs: [itemOf('repairs', booked)] } });
    const [summary] = await store.summaries([{ store: booked.store, reference: booked.reference }]);
    expect(summary).not.toHaveProperty('timeline');
    const asked =
      mock.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.['repairs']?.ExpressionAttributeNames ?? {};
    expect(Object.values(asked)).toEqual(expect.arrayContaining(['id', 'reference', 'listed']));
    expect(Object.values(asked)).not.toEqual(expect.arrayContaining(['timeline']));
  });
});

describe('changing one', () => {
  const corrected = repairRowWith({ version: 2, serialNumber: 'NEW' });
  const aside = repairRowWith({
    version: 2,
    timeline: [...booked.timeline, { type: 'withdrawn', at, by: staff.email }],
  });
  const cancelledBy = (...codes: string[]) =>
    new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });
  const cancelled = (...codes: string[]) => mock.on(TransactWriteCommand).rejects(cancelledBy(...codes));

  test('moves it in one step, which does not happen by halves', async () => {
    mock.on(TransactWriteCommand).resolves({});
    expect(await store.move(booked, aside)).toBe(true);
    expect(mock.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toEqual([
      {
        Delete: expect.objectContaining({
          Key: { store: 'nuk#UK-1', reference: 'ref 1' },
          ConditionExpression: '#id = :id AND #version = :version',
        }),
      },
      // No withdrawn record is ever overwritten.
      {
        Put: {
          TableName: 'repairs',
          Item: itemOf('repairs', aside),
          ConditionExpression: 'attribute_not_exists(#reference)',
          ExpressionAttributeNames: { '#reference': 'reference' },
        },
      },
    ]);
  });

  test('does not move it when it has changed', async () => {
    cancelled('ConditionalCheckFailed', 'None');
    expect(await store.move(booked, aside)).toBe(false);
  });

  test.each([
    ['TransactionConflict', 'None'],
    ['None', 'TransactionConflict'],
    ['ThrottlingError', 'None'],
  ])('moves it once nobody else is changing it, or the table is no longer busy (%s, %s)', async (...codes) => {
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(cancelledBy(...codes))
      .resolves({});
    expect(await store.move(booked, aside)).toBe(true);
  });

  test('tells a busy database from a broken one', async () => {
    cancelled('ThrottlingError', 'None');
    await expect(store.move(booked, aside)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    cancelled('ValidationError', 'None');
    await expect(store.move(booked, aside)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    mock.on(PutCommand).rejects(Object.assign(new Error('busy'), { name: 'ThrottlingException' }));
    await expect(store.replace(booked, corrected)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
