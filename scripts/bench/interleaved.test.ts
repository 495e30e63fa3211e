import { describe, expect, test } from '@jest/globals';
import { compare, median } from './interleaved.ts';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

test('there is no median of nothing', () => expect(median([])).toBeNaN());

describe('comparing two ways', () => {
  /** Two ways on a clock of their own: each call takes what `costs` says of its turn. */
  const twoWays = (costs: { first: (turn: number) => number; second: (turn: number) => number }) => {
    let now = 0;
    const turns: string[] = [];
    const way = (name: keyof typeof costs) => async () => {
      turns.push(name);
      now += costs[name](turns.length);
    };
    return { first: way('first'), second: way('second'), turns, clock: () => now };
  };

  test('takes turns, after a warm-up that doesn’t count', async () => {
    const { first, second, turns, clock } = twoWays({ first: () => 1, second: () => 1 });
    await compare(first, second, { rounds: 2, calls: 2, warmUp: 1, clock });
    const pairs = 'first first second second';
    expect(turns.join(' ')).toBe(`first second ${pairs} ${pairs}`);
  });

  test('answers how the medians relate: another load on the machine falls on both sides', async () => {
    const slowerAndSlower = (cost: number) => (turn: number) => cost * (1 + Math.floor((turn - 1) / 20));
    const { first, second, clock } = twoWays({ first: slowerAndSlower(6), second: slowerAndSlower(4) });
    expect(await compare(first, second, { rounds: 5, calls: 10, warmUp: 0, clock })).toBe(1.5);
  });

  test('a single call that takes long changes nothing', async () => {
    const { first, second, clock } = twoWays({ first: (turn) => (turn === 1 ? 1000 : 6), second: () => 4 });
    expect(await compare(first, second, { rounds: 5, calls: 5, warmUp: 0, clock })).toBe(1.5);
  });

  test('a way that fails is no measurement', async () => {
    const failing = async () => Promise.reject(new Error('refused'));
    await expect(compare(failing, async () => {}, { rounds: 1, calls: 1, warmUp: 0 })).rejects.toThrow('refused');
  });
});
