import { expect, test } from '@jest/globals';
import { createLazily } from './lazy.ts';

test('createLazily creates the value once, on first use', () => {
  let callCount = 0;
  const getValue = createLazily(() => {
    callCount += 1;
    return undefined;
  });
  expect(callCount).toBe(0);
  expect([getValue(), getValue(), callCount]).toEqual([undefined, undefined, 1]);
});
