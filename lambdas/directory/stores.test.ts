import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { mockedDb } from '#lambdas/testing/database.ts';
import { storesStore } from './stores.ts';

const { db, mock } = mockedDb();
const stores = storesStore(db, 'stores');
const one = { storeId: 'UK-1', storeName: 'One' };

describe('the stores of a region', () => {
  test('are all there, however many there are', async () => {
    const all = Array.from({ length: 12_345 }, (_, index) => ({ storeId: `UK-${10_000 + index}`, storeName: 'One' }));
    mock.on(QueryCommand).callsFake(({ ExclusiveStartKey }) => {
      const begin = all.findIndex(({ storeId }) => storeId === ExclusiveStartKey?.storeId) + 1;
      const Items = all.slice(begin, begin + 5000);
      return { Items, ...(begin + 5000 < all.length && { LastEvaluatedKey: Items.at(-1) }) };
    });
    expect(await stores.list('nuk')).toEqual(all);
  });

  test('are written with their names and who created them, and nothing else', async () => {
    mock.on(PutCommand).resolves({});
    const user = { ...one, email: 'anna@store.example' };
    mock.on(GetCommand).resolves({});
    mock.on(QueryCommand).resolves({ Items: [] });
    await stores.add('nuk', user, 'request-1');
    expect(mock.commandCalls(PutCommand)[0]?.args[0].input.Item).toEqual({
      region: 'nuk',
      ...one,
      createdBy: 'request-1',
    });
  });
});

describe('a store id that is not known', () => {
  const known = [
    { storeId: '0042', storeName: 'Forty-two' },
    { storeId: 'UK-1', storeName: 'One' },
    { storeId: 'uk1', storeName: 'Another one' },
  ];
  const givenKnownStores = () => {
    mock.on(GetCommand).callsFake(({ Key }) => ({ Item: known.find(({ storeId }) => storeId === Key.storeId) }));
    mock.on(QueryCommand).resolves({ Items: known });
    mock.on(PutCommand).resolves({});
  };

  test('adds no store where only one can be meant, which keeps its name', async () => {
    givenKnownStores();
    expect(await stores.add('nuk', { storeId: '42', storeName: 'Another name' }, 'request-1')).toEqual(known[0]);
    expect(mock.commandCalls(PutCommand)).toEqual([]);
  });

  test('is refused where it could mean several', async () => {
    givenKnownStores();
    await expect(stores.add('nuk', { storeId: 'Uk 1', storeName: 'One' }, 'request-1')).rejects.toMatchObject({
      code: 'StoreAmbiguous',
    });
    expect(mock.commandCalls(PutCommand)).toEqual([]);
  });

  test('reads no other store where the id is known', async () => {
    givenKnownStores();
    expect(await stores.findMeant('nuk', 'uk1')).toEqual(known[2]);
    expect(mock.commandCalls(QueryCommand)).toEqual([]);
  });
});
