import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { buildStoredReturn, buildStoredRepair, addRepairEntry } from '#lambdas/testing/rows.ts';
import { tables } from '#shared/config/tables.ts';
import type { Owner } from './access.ts';
import { toItem } from './item.ts';
import type { Filter } from './list-records.ts';
import type { PagePosition } from './list-records.ts';
import { createRecordsStore, createRecordPages } from './records-store.ts';
import { repairKind } from './repair.ts';
import { returnKind } from './return.ts';

const { db, mock } = createMockedDb();
const store = createRecordsStore(db, 'repairs', repairKind);

const bookedRepair = buildStoredRepair();

test('replaces a repair only in the version read', async () => {
  mock.on(PutCommand).resolves({});
  const changedRow = addRepairEntry(bookedRepair, {
    type: 'rmaAssigned',
    at: '2026-11-03T08:00:00.000Z',
    eventId: 'e-1',
    rma: 'R1',
  });
  expect(await store.replace(bookedRepair, changedRow)).toBe(true);
  expect(mock.commandCalls(PutCommand)[0]?.args[0].input).toMatchObject({
    Item: toItem('repairs', changedRow),
    ConditionExpression: '#id = :id AND #version = :version',
    ExpressionAttributeValues: { ':id': bookedRepair.id, ':version': 1 },
  });
});

describe('a return', () => {
  const returns = createRecordsStore(db, 'returns', returnKind);
  const bookedReturn = buildStoredReturn();

  test.each(['Ret 1', ' RET 1'])('is found by its reference %j with one read', async (storeRefNo) => {
    mock.on(GetCommand).resolves({ Item: bookedReturn });
    expect(await returns.find('nuk', { ...bookedReturn, storeRefNo })).toEqual(bookedReturn);
    expect(mock.commandCalls(GetCommand).map(({ args }) => args[0].input)).toEqual([
      { TableName: 'returns', Key: { store: 'nuk#UK-1', reference: 'ret 1' }, ConsistentRead: true },
    ]);
  });

  test('is not found by another id, after two reads', async () => {
    mock.on(GetCommand).resolves({ Item: bookedReturn });
    expect(await returns.find('nuk', { ...bookedReturn, id: bookedRepair.id })).toBeUndefined();
    expect(mock.commandCalls(GetCommand)).toHaveLength(2);
  });
});

describe.each(['repairs', 'returns'] as const)('listing %s', (records) => {
  const list = createRecordPages(db, records, { name: records, parseIndexRow: (item) => item });
  const day = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' };
  const endPosition: PagePosition = { createdAt: '2026-11-20T10:00:00.000Z', storeId: 'FOREIGN', reference: 'r 1' };
  const runQuery = async (owner: Owner, filter: Filter<string>, from?: PagePosition) => {
    mock.on(QueryCommand).resolves({ Items: [] });
    await list(owner, filter, 10, from);
    return mock.commandCalls(QueryCommand)[0]?.args[0].input;
  };
  const storeOwner = { region: 'nuk', storeId: 'OWN' } as const;
  const regionOwner = { region: 'nuk' } as const;

  const filterByState = (state: string, period: Filter<string>['period'] = {}) => ({ state, period });

  test.each<[string, Owner, Filter<string>, string, string[]]>([
    ['a store by time', storeOwner, { period: {} }, 'byStore', ['nuk#OWN', '0', '~']],
    ['a store by day', storeOwner, { period: day }, 'byStore', ['nuk#OWN', day.from, day.to]],
    [
      'a store by state',
      storeOwner,
      filterByState('submitted'),
      'byStoreAndState',
      ['nuk#OWN', 'submitted#0', 'submitted#~'],
    ],
    ['a region by time', regionOwner, { period: {} }, 'byRegion', ['nuk', '0', '~']],
    [
      'a region by state, from a day on',
      regionOwner,
      filterByState('registered', { from: day.from }),
      'byRegionAndState',
      ['nuk', `registered#${day.from}`, 'registered#~'],
    ],
  ])('reads %s with one Query, newest first, without filter', async (_, owner, filter, IndexName, values) => {
    const query = await runQuery(owner, filter);
    const { partition, sort } = tables[records].indexes[IndexName as 'byStore'];
    expect(query).toMatchObject({
      TableName: records,
      IndexName,
      ConsistentRead: owner === storeOwner,
      ScanIndexForward: false,
      KeyConditionExpression: `#${partition} = :owner AND #${sort} BETWEEN :from AND :to`,
      ExpressionAttributeValues: Object.fromEntries(
        [':owner', ':from', ':to'].map((name, index) => [name, values[index]]),
      ),
    });
    expect(query).not.toHaveProperty('FilterExpression');
    expect(mock.calls()).toHaveLength(1);
  });

  test('reads the oldest first with isOldestFirst', async () =>
    expect(await runQuery(storeOwner, { period: {}, isOldestFirst: true })).toMatchObject({ ScanIndexForward: true }));

  test.each<[string, Owner, Filter<string>, object]>([
    ['a store', storeOwner, { period: {} }, { store: 'nuk#OWN', reference: 'r 1', createdAt: endPosition.createdAt }],
    [
      'a store’s state',
      storeOwner,
      filterByState('submitted'),
      { store: 'nuk#OWN', reference: 'r 1', stateAt: `submitted#${endPosition.createdAt}` },
    ],
    [
      'a region',
      regionOwner,
      { period: {} },
      { region: 'nuk', store: 'nuk#FOREIGN', reference: 'r 1', createdAt: endPosition.createdAt },
    ],
    [
      'a region’s state',
      regionOwner,
      filterByState('submitted'),
      { region: 'nuk', store: 'nuk#FOREIGN', reference: 'r 1', stateAt: `submitted#${endPosition.createdAt}` },
    ],
  ])('starts a page of %s within the owner’s partition', async (_, owner, filter, key) => {
    expect((await runQuery(owner, filter, endPosition))?.ExclusiveStartKey).toEqual(key);
  });
});
