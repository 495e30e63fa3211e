import { describe, expect, test } from 'vitest';
import { addLines, replaceLine, emptyLine, removeLine, restoreLine } from './lines.ts';

const line = (serialNumber: string) => ({ ...emptyLine('2026-11-02'), serialNumber });
const threeLines = addLines([line('A'), line('B'), line('C')])([]);
const serials = (lines: typeof threeLines) => lines.map(({ serialNumber }) => serialNumber);
const keys = (lines: typeof threeLines) => lines.map(({ key }) => key);

describe('changes of lines', () => {
  test('adds lines at the end with unique keys', () => {
    expect([serials(threeLines), keys(threeLines)]).toEqual([
      ['A', 'B', 'C'],
      [1, 2, 3],
    ]);
    const more = addLines([line('D')])(removeLine(2)(threeLines));
    expect([serials(more), keys(more)]).toEqual([
      ['A', 'C', 'D'],
      [1, 3, 4],
    ]);
  });

  test('drops properties that are not fields of a line', () => {
    const fromFile = { ...line('A'), row: 7 };
    const [only] = addLines([fromFile])([]);
    expect(only).toEqual({ ...line('A'), key: 1 });
  });

  test('keeps unchanged lines as the same objects', () => {
    const changed = replaceLine(2, line('B2'))(threeLines);
    expect(serials(changed)).toEqual(['A', 'B2', 'C']);
    expect(keys(changed)).toEqual([1, 2, 3]);
    expect([changed[0] === threeLines[0], changed[1] === threeLines[1], changed[2] === threeLines[2]]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('restores a line with a new key if necessary', () => {
    const last = threeLines[2];
    if (!last) throw new Error('There is no third line.');
    const scannedOn = addLines([line('D')])(removeLine(3)(threeLines));
    const restored = restoreLine({ line: last, number: 3 })(scannedOn);
    expect(serials(restored)).toEqual(['A', 'B', 'C', 'D']);
    expect(new Set(keys(restored)).size).toBe(4);
  });
});
