import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { toItem } from '#lambdas/lib/records/item.ts';
import { now, staff } from '#lambdas/testing/callers.ts';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { buildStaffRepair } from '#lambdas/testing/repairs.ts';
import { tables } from '#shared/config/tables.ts';
import { findProjectedAttributes } from '#shared/records/summaries.ts';
import { createRepairsStore } from './repairs-store.ts';

const { db, mock } = createMockedDb();
const store = createRepairsStore(db, 'repairs', 'attempts');
const bookedRow = buildStaffRepair();
const at = now.toISOString();

test('list parses rows that have only the projected attributes', async () => {
  const index = tables.repairs.indexes.byRegionAndState;
  const indexAttributes = new Set<string>([
    ...findProjectedAttributes(index),
    index.partition,
    index.sort,
    ...Object.values(tables.repairs.key),
  ]);
  mock.on(QueryCommand).resolves({
    Items: [
      Object.fromEntries(Object.entries(toItem('repairs', bookedRow)).filter(([name]) => indexAttributes.has(name))),
    ],
  });
  expect((await store.list({ region: 'nuk' }, { state: 'submitted', period: {} }, 10)).items).toMatchObject([
    { storeRefNo: 'Ref 1', reference: 'ref 1', createdAt: bookedRow.createdAt },
  ]);
});

describe('readSummaries', () => {
  test('does not read the timeline', async () => {
    mock.on(BatchGetCommand).resolves({ Responses: { repairs: [toItem('repairs', bookedRow)] } });
    const [summary] = await store.readSummaries([{ store: bookedRow.store, reference: bookedRow.reference }]);
    expect(summary).not.toHaveProperty('timeline');
    const attributeNames =
      mock.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.['repairs']?.ExpressionAttributeNames ?? {};
    expect(Object.values(attributeNames)).toEqual(expect.arrayContaining(['id', 'reference', 'listed']));
    expect(Object.values(attributeNames)).not.toEqual(expect.arrayContaining(['timeline']));
  });
});

describe('move and replace', () => {
  const correctedRow = buildStaffRepair({ version: 2, serialNumber: 'NEW' });
  const withdrawnRow = buildStaffRepair({
    version: 2,
    timeline: [...bookedRow.timeline, { type: 'withdrawn', at, by: staff.email }],
  });
  const createCancellation = (...codes: string[]) =>
    new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });
  const rejectTransactions = (...codes: string[]) =>
    mock.on(TransactWriteCommand).rejects(createCancellation(...codes));

  test('moves a record in one transaction', async () => {
    mock.on(TransactWriteCommand).resolves({});
    expect(await store.move(bookedRow, withdrawnRow)).toBe(true);
    expect(mock.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toEqual([
      {
        Delete: expect.objectContaining({
          Key: { store: 'nuk#UK-1', reference: 'ref 1' },
          ConditionExpression: '#id = :id AND #version = :version',
        }),
      },
      // A withdrawn record is never overwritten.
      {
        Put: {
          TableName: 'repairs',
          Item: toItem('repairs', withdrawnRow),
          ConditionExpression: 'attribute_not_exists(#reference)',
          ExpressionAttributeNames: { '#reference': 'reference' },
        },
      },
    ]);
  });

  test('does not move a changed record', async () => {
    rejectTransactions('ConditionalCheckFailed', 'None');
    expect(await store.move(bookedRow, withdrawnRow)).toBe(false);
  });

  test.each([
    ['TransactionConflict', 'None'],
    ['None', 'TransactionConflict'],
    ['ThrottlingError', 'None'],
  ])('retries a move whose two items were cancelled for %s and %s', async (...codes) => {
    mock
      .on(TransactWriteCommand)
      .rejectsOnce(createCancellation(...codes))
      .resolves({});
    expect(await store.move(bookedRow, withdrawnRow)).toBe(true);
  });

  test('throws ServiceUnavailable only for transient errors', async () => {
    rejectTransactions('ThrottlingError', 'None');
    await expect(store.move(bookedRow, withdrawnRow)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    rejectTransactions('ValidationError', 'None');
    await expect(store.move(bookedRow, withdrawnRow)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    mock.on(PutCommand).rejects(Object.assign(new Error('busy'), { name: 'ThrottlingException' }));
    await expect(store.replace(bookedRow, correctedRow)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
