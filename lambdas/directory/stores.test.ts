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

  test('are written with nothing but their names', async () => {
    mock.on(PutCommand).resolves({});
    const user = { ...one, email: 'anna@store.example' };
    mock.on(GetCommand).resolves({});
    await stores.add('nuk', user);
    expect(mock.commandCalls(PutCommand)[0]?.args[0].input.Item).toEqual({ region: 'nuk', ...one });
  });
});
