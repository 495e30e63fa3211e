import { expect, test } from '@jest/globals';
import { consequencesOf } from './consequences.ts';
import type { AcceptedRow } from './report.ts';

const rowOf = (row: number, change: Partial<AcceptedRow> = {}): AcceptedRow => ({
  row,
  email: `user${row}@store.example`,
  storeId: 'UK-1',
  storeName: 'One',
  roles: ['register-repairs'],
  change: 'new',
  ...change,
});

test('rows about known stores and new users lead to nothing else', () =>
  expect(consequencesOf([rowOf(2), rowOf(3)])).toEqual({
    meantStores: [],
    newStores: [],
    movedUsers: [],
    lostRoles: [],
  }));

test('names each spelling, each new store with its other names, and whoever is moved or loses a role', () => {
  const newStore = { storeId: 'NM-1', storeName: 'Northampton', isNewStore: true } as const;
  const previous = { storeId: 'UK-1', storeName: 'One', roles: ['admin', 'register-repairs'] as AcceptedRow['roles'] };
  const accepted = [
    rowOf(2, { storeId: '0042', storeName: 'Forty-two', namedStoreId: '42' }),
    rowOf(3, newStore),
    rowOf(4, { ...newStore, otherStoreName: 'Northhampton', namedStoreId: 'nm1' }),
    rowOf(5, { storeId: '0042', storeName: 'Forty-two', namedStoreId: '42', change: 'update', previous }),
    rowOf(6, { change: 'update', previous: { ...previous, roles: ['register-returns'] } }),
  ];
  expect(consequencesOf(accepted)).toEqual({
    meantStores: [
      { namedStoreId: '42', storeId: '0042', storeName: 'Forty-two', rows: [2, 5] },
      { namedStoreId: 'nm1', storeId: 'NM-1', storeName: 'Northampton', rows: [4] },
    ],
    newStores: [
      {
        storeId: 'NM-1',
        storeName: 'Northampton',
        rows: [3, 4],
        otherNames: [{ name: 'Northhampton', rows: [4] }],
      },
    ],
    movedUsers: [
      {
        email: 'user5@store.example',
        from: { storeId: 'UK-1', storeName: 'One' },
        to: { storeId: '0042', storeName: 'Forty-two' },
      },
    ],
    lostRoles: [
      { email: 'user5@store.example', roles: ['admin'] },
      { email: 'user6@store.example', roles: ['register-returns'] },
    ],
  });
});
