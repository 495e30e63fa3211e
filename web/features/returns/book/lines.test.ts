import { describe, expect, test } from 'vitest';
import { addLines, replaceLine, createEmptyLine, removeLine, restoreLine } from './lines.ts';

const buildLine = (serialNumber: string) => ({ ...createEmptyLine('2026-11-02'), serialNumber });
const threeLines = addLines([buildLine('A'), buildLine('B'), buildLine('C')])([]);
const readSerials = (lines: typeof threeLines) => lines.map(({ serialNumber }) => serialNumber);
const readKeys = (lines: typeof threeLines) => lines.map(({ key }) => key);

describe('line updaters', () => {
  test('adds lines at the end with unique keys', () => {
    expect([readSerials(threeLines), readKeys(threeLines)]).toEqual([
      ['A', 'B', 'C'],
      [1, 2, 3],
    ]);
    const extendedLines = addLines([buildLine('D')])(removeLine(2)(threeLines));
    expect([readSerials(extendedLines), readKeys(extendedLines)]).toEqual([
      ['A', 'C', 'D'],
      [1, 3, 4],
    ]);
  });

  test('drops properties that are not fields of a line', () => {
    const fileLine = { ...buildLine('A'), row: 7 };
    const [addedLine] = addLines([fileLine])([]);
    expect(addedLine).toEqual({ ...buildLine('A'), key: 1 });
  });

  test('keeps unchanged lines as the same objects', () => {
    const changedLines = replaceLine(2, buildLine('B2'))(threeLines);
    expect(readSerials(changedLines)).toEqual(['A', 'B2', 'C']);
    expect(readKeys(changedLines)).toEqual([1, 2, 3]);
    expect([
      changedLines[0] === threeLines[0],
      changedLines[1] === threeLines[1],
      changedLines[2] === threeLines[2],
    ]).toEqual([true, false, true]);
  });

  test('restores a line with a new key if its own has been taken', () => {
    const lastLine = threeLines[2];
    if (!lastLine) throw new Error('There is no third line.');
    const linesAfterScan = addLines([buildLine('D')])(removeLine(3)(threeLines));
    const restoredLines = restoreLine({ line: lastLine, number: 3 })(linesAfterScan);
    expect(readSerials(restoredLines)).toEqual(['A', 'B', 'C', 'D']);
    expect(new Set(readKeys(restoredLines)).size).toBe(4);
  });
});
