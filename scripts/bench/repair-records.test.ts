import { expect, test } from '@jest/globals';
import { benchStore } from '../testing/signed-in.ts';
import { repairRecord } from './repair-records.ts';

const records = Array.from({ length: 300 }, (_, index) => repairRecord(index));

test('records are all of one length, so that a page of any of them takes as many units', () => {
  const ofOwnStore = records.filter(({ storeId }) => storeId === benchStore.storeId);
  expect(new Set(ofOwnStore.map((record) => JSON.stringify(record).length)).size).toBe(1);
});

test('the store that asks has a page of the first hundred', () => {
  expect(records.slice(0, 100).filter(({ storeId }) => storeId === benchStore.storeId).length).toBeGreaterThan(25);
});

test('each is older than the one before, under a reference of its own', () => {
  expect(records.map(({ createdAt }) => createdAt)).toEqual(
    records
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  expect(new Set(records.map(({ reference }) => reference)).size).toBe(records.length);
});
