import { expect, test } from '@jest/globals';
import { findConsequences } from './consequences.ts';
import type { AcceptedRow } from './report.ts';

const buildRow = (row: number, change: Partial<AcceptedRow> = {}): AcceptedRow => ({
  row,
  email: `user${row}@store.example`,
  storeId: 'UK-1',
  storeName: 'One',
  roles: ['register-repairs'],
  change: 'new',
  ...change,
});

test('findConsequences returns none for new users of known stores', () =>
  expect(findConsequences([buildRow(2), buildRow(3)])).toEqual({
    matchingStores: [],
    newStores: [],
    movedUsers: [],
    lostRoles: [],
  }));

test('findConsequences lists matching stores, new stores with alternative names, moved users and revoked roles', () => {
  const newStore = { storeId: 'NM-1', storeName: 'Northampton', isNewStore: true } as const;
  const previousStore = { storeId: 'UK-1', storeName: 'One' };
  const accepted = [
    buildRow(2, { storeId: '0042', storeName: 'Forty-two', namedStoreId: '42' }),
    buildRow(3, newStore),
    buildRow(4, { ...newStore, otherStoreName: 'Northhampton', namedStoreId: 'nm1' }),
    buildRow(5, {
      storeId: '0042',
      storeName: 'Forty-two',
      namedStoreId: '42',
      change: 'update',
      previousStore,
      lostRoles: ['admin'],
    }),
    buildRow(6, { change: 'update', lostRoles: ['register-returns'] }),
  ];
  expect(findConsequences(accepted)).toEqual({
    matchingStores: [
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
