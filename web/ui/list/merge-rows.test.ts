import { describe, expect, test } from 'vitest';
import { mergeRows } from './use-rows.ts';

const row = (id: string, rma: string | null = null) => ({ id, rma });
const [a, b, c, d] = [row('a'), row('b'), row('c'), row('d')];

describe('rows brought up to date', () => {
  test('nothing new: the very same list', () => {
    const shown = [a, b];
    expect(mergeRows(shown, [row('a'), row('b')], true)).toBe(shown);
    expect(mergeRows(shown, [row('a')], false)).toBe(shown);
  });

  test('a row that changed is another object, its neighbours are the same', () => {
    const merged = mergeRows([a, b, c], [row('a'), row('b', 'RMA-1'), row('c')], true);
    expect(merged).toEqual([a, row('b', 'RMA-1'), c]);
    expect(merged[0]).toBe(a);
    expect(merged[2]).toBe(c);
  });

  test('new rows come where the server has them', () => {
    expect(mergeRows([b, c], [a, b, c], true)).toEqual([a, b, c]);
    expect(mergeRows([b, c, d], [a, b], false)).toEqual([a, b, c, d]);
  });

  test('rows that no longer match go, as far as was asked', () => {
    expect(mergeRows([a, b, c, d], [a, c], false)).toEqual([a, c, d]);
    expect(mergeRows([a, b, c], [a], true)).toEqual([a]);
  });

  test('only new rows: all that was shown follows', () => {
    expect(mergeRows([c, d], [a, b], false)).toEqual([a, b, c, d]);
  });
});
