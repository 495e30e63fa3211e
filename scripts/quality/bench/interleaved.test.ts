import { describe, expect, test } from '@jest/globals';
import { compareInterleaved, median } from './interleaved.ts';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

test('the median of an empty list is NaN', () => expect(median([])).toBeNaN());

describe('compareInterleaved', () => {
  /** Creates two sides with a simulated clock; `costs` gives the duration of each call by its turn. */
  const createSides = (costs: { first: (turn: number) => number; second: (turn: number) => number }) => {
    let now = 0;
    const turns: string[] = [];
    const createSide = (name: keyof typeof costs) => async () => {
      turns.push(name);
      now += costs[name](turns.length);
    };
    return { first: createSide('first'), second: createSide('second'), turns, clock: () => now };
  };

  test('alternates the sides, after an uncounted warm-up', async () => {
    const { first, second, turns, clock } = createSides({ first: () => 1, second: () => 1 });
    await compareInterleaved(first, second, { rounds: 2, calls: 2, warmUp: 1, clock });
    const pairs = 'first first second second';
    expect(turns.join(' ')).toBe(`first second ${pairs} ${pairs}`);
  });

  test('returns the ratio of the medians, independent of changing load', async () => {
    const createIncreasingCost = (cost: number) => (turn: number) => cost * (1 + Math.floor((turn - 1) / 20));
    const { first, second, clock } = createSides({ first: createIncreasingCost(6), second: createIncreasingCost(4) });
    expect(await compareInterleaved(first, second, { rounds: 5, calls: 10, warmUp: 0, clock })).toBe(1.5);
  });

  test('ignores a single slow call', async () => {
    const { first, second, clock } = createSides({ first: (turn) => (turn === 1 ? 1000 : 6), second: () => 4 });
    expect(await compareInterleaved(first, second, { rounds: 5, calls: 5, warmUp: 0, clock })).toBe(1.5);
  });

  test('rejects when a side fails', async () => {
    const failingSide = async () => Promise.reject(new Error('refused'));
    await expect(compareInterleaved(failingSide, async () => {}, { rounds: 1, calls: 1, warmUp: 0 })).rejects.toThrow(
      'refused',
    );
  });
});
