import { describe, expect, test } from '@jest/globals';
import { mapConcurrently, createRateLimiter } from './concurrency.ts';

const numbers = Array.from({ length: 20 }, (_, index) => index);

const createWork = (shouldFail: (item: number) => boolean = () => false) => {
  const startedItems: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const work = async (item: number) => {
    startedItems.push(item);
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    // Later items finish first.
    for (let turns = 20 - item; turns > 0; turns -= 1) await Promise.resolve();
    running -= 1;
    if (shouldFail(item)) throw new Error(`not ${item}`);
    return item * 2;
  };
  return { startedItems, work, getMaxRunning: () => maxRunning };
};

describe('mapConcurrently', () => {
  test.each([1, 3, 20, 50])('returns results in order with concurrency %d', async (maxConcurrency) => {
    const { work, getMaxRunning } = createWork();
    expect(await mapConcurrently(maxConcurrency, numbers, work)).toEqual(numbers.map((item) => item * 2));
    expect(getMaxRunning()).toBe(Math.min(maxConcurrency, numbers.length));
  });

  test('throws the first failure and starts no more work', async () => {
    const { work, startedItems } = createWork((item) => item === 4);
    await expect(mapConcurrently(2, numbers, work)).rejects.toThrow('not 4');
    const startedBefore = startedItems.length;
    for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
    expect(startedItems).toHaveLength(startedBefore);
    expect(startedBefore).toBeLessThan(8);
  });
});

test('createRateLimiter spaces calls evenly without catching up after a pause', async () => {
  let now = 1000;
  const waitForTurn = createRateLimiter(10, {
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  });
  const times: number[] = [];
  const call = async () => {
    await waitForTurn();
    times.push(now);
  };
  await call();
  await call();
  await call();
  now += 5000;
  await call();
  await call();
  expect(times).toEqual([1000, 1100, 1200, 6200, 6300]);
});
