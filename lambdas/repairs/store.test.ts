import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { repairsStore } from './store.ts';

const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }));
const mock = mockClient(db);
const store = repairsStore(db, 'repairs');
const foreign = { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'FOREIGN', reference: 'r 1' };

const startOf = async (owner: Parameters<typeof store.list>[0]) => {
  mock.reset();
  mock.on(QueryCommand).resolves({ Items: [] });
  await store.list(owner, 10, foreign);
  return mock.commandCalls(QueryCommand)[0]?.args[0].input;
};

test('a page of a store begins in that store, whatever its cursor names', async () => {
  expect(await startOf({ region: 'nuk', storeId: 'OWN' })).toMatchObject({
    IndexName: 'byStore',
    ConsistentRead: true,
    ExpressionAttributeValues: { ':value': 'nuk#OWN' },
    ExclusiveStartKey: { store: 'nuk#OWN', reference: 'r 1', createdAt: foreign.createdAt },
  });
});

test('a page of a region begins in that region', async () => {
  expect(await startOf({ region: 'nuk' })).toMatchObject({
    IndexName: 'byRegion',
    ExpressionAttributeValues: { ':value': 'nuk' },
    ExclusiveStartKey: { region: 'nuk', store: 'nuk#FOREIGN', reference: 'r 1', createdAt: foreign.createdAt },
  });
});
