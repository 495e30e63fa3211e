import { describe, expect, test } from 'vitest';
import { adding, changing, emptyLine, removing, restoring } from './lines.ts';

const line = (serialNumber: string) => ({ ...emptyLine('2026-11-02'), serialNumber });
const three = adding([line('A'), line('B'), line('C')])([]);
const serials = (lines: typeof three) => lines.map(({ serialNumber }) => serialNumber);
const keys = (lines: typeof three) => lines.map(({ key }) => key);

describe('the lines of a return', () => {
  test('are added at the end, each with a key of its own', () => {
    expect([serials(three), keys(three)]).toEqual([
      ['A', 'B', 'C'],
      [1, 2, 3],
    ]);
    const more = adding([line('D')])(removing(2)(three));
    expect([serials(more), keys(more)]).toEqual([
      ['A', 'C', 'D'],
      [1, 3, 4],
    ]);
  });

  test('keep nothing that came along with them', () => {
    const fromFile = { ...line('A'), row: 7 };
    const [only] = adding([fromFile])([]);
    expect(only).toEqual({ ...line('A'), key: 1 });
  });

  test('that a change does not concern stay the same objects', () => {
    const changed = changing(2, line('B2'))(three);
    expect(serials(changed)).toEqual(['A', 'B2', 'C']);
    expect(keys(changed)).toEqual([1, 2, 3]);
    expect([changed[0] === three[0], changed[1] === three[1], changed[2] === three[2]]).toEqual([true, false, true]);
  });

  test('come back with a key of their own where theirs has been given away', () => {
    const last = three[2];
    if (!last) throw new Error('There is no third line.');
    const scannedOn = adding([line('D')])(removing(3)(three));
    const restored = restoring({ line: last, number: 3 })(scannedOn);
    expect(serials(restored)).toEqual(['A', 'B', 'C', 'D']);
    expect(new Set(keys(restored)).size).toBe(4);
  });
});
