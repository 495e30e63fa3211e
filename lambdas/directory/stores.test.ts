import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { storesStore } from './stores.ts';

const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }));
const mock = mockClient(db);
const stores = storesStore(db, 'stores');
const one = { storeId: 'UK-1', storeName: 'One' };
const two = { storeId: 'UK-2', storeName: 'Two' };

beforeEach(() => {
  mock.reset();
});

describe('the stores of a region', () => {
  test('are listed to the last, page by page', async () => {
    mock
      .on(QueryCommand)
      .resolvesOnce({ Items: [{ region: 'nuk', ...one }], LastEvaluatedKey: { region: 'nuk', storeId: 'UK-1' } })
      .resolvesOnce({ Items: [{ region: 'nuk', ...two }] });
    expect(await stores.list('nuk')).toEqual([one, two]);
    expect(mock.commandCalls(QueryCommand).map(({ args }) => args[0].input.ExclusiveStartKey)).toEqual([
      undefined,
      { region: 'nuk', storeId: 'UK-1' },
    ]);
  });

  test('are ten thousand at most, however many there are', async () => {
    const LastEvaluatedKey = { region: 'nuk', storeId: 'UK-1' };
    mock.on(QueryCommand).resolves({ Items: Array.from({ length: 4000 }, () => one), LastEvaluatedKey });
    expect(await stores.list('nuk')).toHaveLength(10_000);
    expect(mock.commandCalls(QueryCommand)).toHaveLength(3);
  });

  test('are written with nothing but their names', async () => {
    mock.on(PutCommand).resolves({});
    const user = { ...one, email: 'anna@store.example' };
    await stores.put('nuk', user);
    expect(mock.commandCalls(PutCommand)[0]?.args[0].input.Item).toEqual({ region: 'nuk', ...one });
  });
});
