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
    const extendedLines = addLines([line('D')])(removeLine(2)(threeLines));
    expect([serials(extendedLines), keys(extendedLines)]).toEqual([
      ['A', 'C', 'D'],
      [1, 3, 4],
    ]);
  });

  test('drops properties that are not fields of a line', () => {
    const fromFile = { ...line('A'), row: 7 };
    const [addedLine] = addLines([fromFile])([]);
    expect(addedLine).toEqual({ ...line('A'), key: 1 });
  });

  test('keeps unchanged lines as the same objects', () => {
    const changedLines = replaceLine(2, line('B2'))(threeLines);
    expect(serials(changedLines)).toEqual(['A', 'B2', 'C']);
    expect(keys(changedLines)).toEqual([1, 2, 3]);
    expect([
      changedLines[0] === threeLines[0],
      changedLines[1] === threeLines[1],
      changedLines[2] === threeLines[2],
    ]).toEqual([true, false, true]);
  });

  test('restores a line with a new key if its own has been taken', () => {
    const last = threeLines[2];
    if (!last) throw new Error('There is no third line.');
    const linesAfterScan = addLines([line('D')])(removeLine(3)(threeLines));
    const restoredLines = restoreLine({ line: last, number: 3 })(linesAfterScan);
    expect(serials(restoredLines)).toEqual(['A', 'B', 'C', 'D']);
    expect(new Set(keys(restoredLines)).size).toBe(4);
  });
});
