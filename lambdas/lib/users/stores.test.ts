import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createMockedDb } from '#lambdas/testing/database.ts';
import { createStoresStore } from './stores.ts';

const { db, mock } = createMockedDb();
const stores = createStoresStore(db, 'stores');
const store = { storeId: 'UK-1', storeName: 'One' };

describe('stores of a region', () => {
  test('are listed across pages', async () => {
    const allStores = Array.from({ length: 12_345 }, (_, index) => ({
      storeId: `UK-${10_000 + index}`,
      storeName: 'One',
    }));
    mock.on(QueryCommand).callsFake(({ ExclusiveStartKey }) => {
      const start = allStores.findIndex(({ storeId }) => storeId === ExclusiveStartKey?.storeId) + 1;
      const Items = allStores.slice(start, start + 5000);
      return { Items, ...(start + 5000 < allStores.length && { LastEvaluatedKey: Items.at(-1) }) };
    });
    expect(await stores.list('nuk')).toEqual(allStores);
  });

  test('are written with name and creator only', async () => {
    mock.on(PutCommand).resolves({});
    const user = { ...store, email: 'anna@store.example' };
    mock.on(GetCommand).resolves({});
    mock.on(QueryCommand).resolves({ Items: [] });
    await stores.add('nuk', user, 'request-1');
    expect(mock.commandCalls(PutCommand)[0]?.args[0].input.Item).toEqual({
      region: 'nuk',
      ...store,
      createdBy: 'request-1',
    });
  });
});

describe('a typed store id', () => {
  const knownStores = [
    { storeId: '0042', storeName: 'Forty-two' },
    { storeId: 'UK-1', storeName: 'One' },
    { storeId: 'uk1', storeName: 'Another one' },
  ];
  const givenKnownStores = () => {
    mock.on(GetCommand).callsFake(({ Key }) => ({ Item: knownStores.find(({ storeId }) => storeId === Key.storeId) }));
    mock.on(QueryCommand).resolves({ Items: knownStores });
    mock.on(PutCommand).resolves({});
  };

  test('adds no store if exactly one matches, and returns that one', async () => {
    givenKnownStores();
    expect(await stores.add('nuk', { storeId: '42', storeName: 'Another name' }, 'request-1')).toEqual(knownStores[0]);
    expect(mock.commandCalls(PutCommand)).toEqual([]);
  });

  test('is rejected with StoreAmbiguous if several stores match', async () => {
    givenKnownStores();
    await expect(stores.add('nuk', { storeId: 'Uk 1', storeName: 'One' }, 'request-1')).rejects.toMatchObject({
      code: 'StoreAmbiguous',
    });
    expect(mock.commandCalls(PutCommand)).toEqual([]);
  });

  test('is found with one read if it is exact', async () => {
    givenKnownStores();
    expect(await stores.findMatching('nuk', 'uk1')).toEqual(knownStores[2]);
    expect(mock.commandCalls(QueryCommand)).toEqual([]);
  });
});
