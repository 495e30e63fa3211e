import { expect, test } from '@jest/globals';
import { createLazily } from './lazy.ts';

test('creates the value once, on first use', () => {
  let callCount = 0;
  const value = createLazily(() => {
    callCount += 1;
    return undefined;
  });
  expect(callCount).toBe(0);
  expect([value(), value(), callCount]).toEqual([undefined, undefined, 1]);
});
