import { expect, test } from '@jest/globals';
import { lazily } from './lazily.ts';

test('a value is made when it is first asked for, and once', () => {
  let made = 0;
  const value = lazily(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value(), made]).toEqual([undefined, undefined, 1]);
});
