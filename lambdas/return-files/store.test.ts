import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { bookedReturn, withRma } from '#lambdas/testing/return-row.ts';
import { sentReturns } from './store.ts';

describe('a return that a file has become', () => {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }));
  const table = mockClient(db);
  const returns = sentReturns(db, 'returns');
  const row = withRma(bookedReturn(), 'UK7');

  beforeEach(() => {
    table.reset();
  });

  test('is told with who booked it and how many lines it has, and the lines are not read', async () => {
    const { lines: _, ...rest } = row;
    table.on(GetCommand).resolves({ Item: rest });
    expect(await returns.find(row)).toEqual({
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
});
