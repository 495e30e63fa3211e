import { expect, test } from '@jest/globals';
import { pace } from './concurrency.ts';

test('calls go on so many a second, the first at once, and a rest is not made up for', async () => {
  let now = 1000;
  const next = pace(10, {
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  });
  const went: number[] = [];
  const call = async () => {
    await next();
    went.push(now);
  };
  await call();
  await call();
  await call();
  now += 5000;
  await call();
  await call();
  expect(went).toEqual([1000, 1100, 1200, 6200, 6300]);
});
