import { expect, test } from '@jest/globals';
import { toMatchingStoreId } from './store-columns.ts';

test.each([
  ['42', '0042'],
  ['uk-1001', 'UK-1001'],
  ['UK 1001', 'UK-1001'],
  ['UK\u20111001', 'UK-1001'],
  ['1.001', '1001'],
])('matches %j with the store %s', (text, storeId) => expect(toMatchingStoreId(text, storeId)).toBe(storeId));

test.each([
  ['420', '0042'],
  ['UK-1002', 'UK-1001'],
  ['11-1', '1-11'],
])('does not match %j with the store %s', (text, storeId) => expect(toMatchingStoreId(text, storeId)).toBe(text));
