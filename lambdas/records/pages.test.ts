import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import type { Owner } from './access.ts';
import type { Filter } from './list-query.ts';
import type { After } from './pages.ts';
import { recordPages } from './pages.ts';

const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }));
const mock = mockClient(db);

beforeEach(() => {
  mock.reset();
});

describe.each(['repairs', 'returns'] as const)('listing %s', (records) => {
  const list = recordPages(db, records, { name: records, parseIndexRow: (item) => item });
  const day = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' };
  const after: After = { createdAt: '2026-11-20T10:00:00.000Z', storeId: 'FOREIGN', reference: 'r 1' };
  const queryOf = async (owner: Owner, filter: Filter<string>, from?: After) => {
    mock.on(QueryCommand).resolves({ Items: [] });
    await list(owner, filter, 10, from);
    return mock.commandCalls(QueryCommand)[0]?.args[0].input;
  };
  const [own, region] = [{ region: 'nuk', storeId: 'OWN' }, { region: 'nuk' }] as const;

  test.each<[string, Owner, Filter<string>, object]>([
    [
      'a store by time',
      own,
      { period: {} },
      {
        IndexName: 'byStore',
        ConsistentRead: true,
        ExpressionAttributeValues: { ':owner': 'nuk#OWN', ':from': '0', ':to': '~' },
      },
    ],
    [
      'a store by day',
      own,
      { period: day },
      { IndexName: 'byStore', ExpressionAttributeValues: { ':owner': 'nuk#OWN', ':from': day.from, ':to': day.to } },
    ],
    [
      'a store by state',
      own,
      { state: 'submitted', period: {} },
      {
        IndexName: 'byStoreAndState',
        ConsistentRead: true,
        ExpressionAttributeValues: { ':owner': 'nuk#OWN', ':from': 'submitted#0', ':to': 'submitted#~' },
      },
    ],
    [
      'a region by time',
      region,
      { period: {} },
      {
        IndexName: 'byRegion',
        ConsistentRead: false,
        ExpressionAttributeValues: { ':owner': 'nuk', ':from': '0', ':to': '~' },
      },
    ],
    [
      'a region by state, from a day on',
      region,
      { state: 'registered', period: { from: day.from } },
      {
        IndexName: 'byRegionAndState',
        ConsistentRead: false,
        ExpressionAttributeValues: { ':owner': 'nuk', ':from': `registered#${day.from}`, ':to': 'registered#~' },
      },
    ],
  ])('%s is one Query by its key, newest first, without a filter', async (_, owner, filter, expected) => {
    const query = await queryOf(owner, filter);
    expect(query).toMatchObject({
      ...expected,
      TableName: records,
      ScanIndexForward: false,
      KeyConditionExpression: '#partition = :owner AND #sort BETWEEN :from AND :to',
    });
    expect(query).not.toHaveProperty('FilterExpression');
    expect(mock.calls()).toHaveLength(1);
  });

  test.each<[string, Owner, Filter<string>, object]>([
    ['a store', own, { period: {} }, { store: 'nuk#OWN', reference: 'r 1', createdAt: after.createdAt }],
    [
      'a store’s state',
      own,
      { state: 'submitted', period: {} },
      { store: 'nuk#OWN', reference: 'r 1', stateAt: `submitted#${after.createdAt}` },
    ],
    [
      'a region',
      region,
      { period: {} },
      { region: 'nuk', store: 'nuk#FOREIGN', reference: 'r 1', createdAt: after.createdAt },
    ],
    [
      'a region’s state',
      region,
      { state: 'submitted', period: {} },
      { region: 'nuk', store: 'nuk#FOREIGN', reference: 'r 1', stateAt: `submitted#${after.createdAt}` },
    ],
  ])('a page of %s begins there, whatever its cursor names', async (_, owner, filter, key) => {
    expect((await queryOf(owner, filter, after))?.ExclusiveStartKey).toEqual(key);
  });
});
