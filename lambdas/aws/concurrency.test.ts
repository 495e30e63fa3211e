import { describe, expect, test } from '@jest/globals';
import { mapConcurrently, pace } from './concurrency.ts';

const numbers = Array.from({ length: 20 }, (_, index) => index);

const working = (isWrong: (item: number) => boolean = () => false) => {
  const seen: number[] = [];
  let [running, most] = [0, 0];
  const work = async (item: number) => {
    seen.push(item);
    running += 1;
    most = Math.max(most, running);
    for (let turns = 20 - item; turns > 0; turns -= 1) await Promise.resolve();
    running -= 1;
    if (isWrong(item)) throw new Error(`not ${item}`);
    return item * 2;
  };
  return { seen, work, most: () => most };
};

describe('work on many things', () => {
  test.each([1, 3, 20, 50])('%d at once comes out in its order, whatever is done first', async (most) => {
    const { work, most: running } = working();
    expect(await mapConcurrently(most, numbers, work)).toEqual(numbers.map((item) => item * 2));
    expect(running()).toBe(Math.min(most, numbers.length));
  });

  test('that fails is thrown, and no more is begun', async () => {
    const { work, seen } = working((item) => item === 4);
    await expect(mapConcurrently(2, numbers, work)).rejects.toThrow('not 4');
    const begun = seen.length;
    for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
    expect(seen).toHaveLength(begun);
    expect(begun).toBeLessThan(8);
  });
});

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
