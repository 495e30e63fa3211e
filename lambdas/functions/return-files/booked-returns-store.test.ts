import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { buildStoredReturn, addRma } from '#lambdas/testing/rows.ts';
import { createBookedReturns } from './booked-returns-store.ts';

const { db, mock: table } = createMockedDb();

test('finds who booked a return without reading its lines', async () => {
  const { lines: _, ...row } = addRma(buildStoredReturn(), 'UK7');
  table.on(GetCommand).resolves({ Item: row });
  expect(await createBookedReturns(db, 'returns').find(row)).toEqual({
    storeRefNo: 'Ret 1',
    id: row.id,
    createdAt: row.createdAt,
    lines: 3,
    by: 'anna@store.example',
  });
  const { Key, ExpressionAttributeNames = {} } = table.commandCalls(GetCommand)[0]?.args[0].input ?? {};
  expect(Key).toEqual({ store: 'nuk#UK-1', reference: 'ret 1' });
  expect(Object.values(ExpressionAttributeNames)).not.toContain('lines');
});
