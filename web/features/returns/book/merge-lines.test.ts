import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredLine } from '#shared/returns/return.ts';
import { buildReturnLine } from '#shared/testing/return.ts';
import type { Line } from './lines.ts';
import { toLineValues } from './lines.ts';
import { toLineChange, findLineDifferences, mergeTheirs } from './merge-lines.ts';

const addKeys = (lines: readonly StoredLine[]): Line[] => lines.map((line, index) => ({ ...line, key: index + 1 }));
const sortBySerial = (lines: readonly StoredLine[]) =>
  lines.map(toLineValues).toSorted((first, second) => first.serialNumber.localeCompare(second.serialNumber));
const merge = (base: readonly StoredLine[], theirs: readonly StoredLine[], mine: readonly StoredLine[]) =>
  sortBySerial(mergeTheirs(addKeys(mine), findLineDifferences({ base, theirs, mine })));

const linesArbitrary = fc
  .uniqueArray(
    fc.record({
      serialNumber: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      purchaseDate: fc.constantFrom('2026-10-20', '2026-10-21', '2026-10-22'),
    }),
    { selector: ({ serialNumber }) => serialNumber },
  )
  .map((records) => records.map((fields) => buildReturnLine(fields)));
const findLine = (candidates: readonly StoredLine[], serialNumber: string) => {
  const line = candidates.find((candidate) => candidate.serialNumber === serialNumber);
  return line && toLineValues(line);
};

test('keeps the form’s changes and takes all other lines from the saved version', () => {
  fc.assert(
    fc.property(linesArbitrary, linesArbitrary, linesArbitrary, (baseLines, theirLines, myLines) => {
      const result = merge(baseLines, theirLines, myLines);
      for (const serialNumber of ['A', 'B', 'C', 'D', 'E']) {
        const base = findLine(baseLines, serialNumber);
        const theirs = findLine(theirLines, serialNumber);
        const mine = findLine(myLines, serialNumber);
        const isChangedByMe = JSON.stringify(base) !== JSON.stringify(mine);
        expect(findLine(result, serialNumber)).toEqual(isChangedByMe ? mine : theirs);
      }
    }),
    { numRuns: 200 },
  );
});

test('keeps the keys of lines and gives new lines unique keys', () => {
  const before = [buildReturnLine({ serialNumber: 'A' }), buildReturnLine({ serialNumber: 'B' })];
  const theirLines = [
    buildReturnLine({ serialNumber: 'B', purchaseDate: '2026-10-21' }),
    buildReturnLine({ serialNumber: 'C' }),
  ];
  const result = mergeTheirs(addKeys(before), findLineDifferences({ base: before, theirs: theirLines, mine: before }));
  expect(result.map(({ key, serialNumber, purchaseDate }) => [key, serialNumber, purchaseDate])).toEqual([
    [2, 'B', '2026-10-21'],
    [3, 'C', '2026-10-20'],
  ]);
});

test('reports no difference if both users made the same change', () => {
  const before = [buildReturnLine({ serialNumber: 'A' }), buildReturnLine({ serialNumber: 'B' })];
  const changedLines = [buildReturnLine({ serialNumber: 'A', purchaseDate: '2026-10-21' })];
  expect(findLineDifferences({ base: before, theirs: changedLines, mine: changedLines })).toEqual([]);
});

test('replaces, adds and removes a line', () => {
  const line = { ...buildReturnLine(), key: 7 };
  const target = buildReturnLine({ purchaseDate: '2026-10-21' });
  expect(toLineChange(line, target)?.([line])).toEqual([{ ...target, key: 7 }]);
  expect(toLineChange(undefined, target)?.([line])).toEqual([line, { ...target, key: 8 }]);
  expect(toLineChange(line, undefined)?.([line])).toEqual([]);
  expect(toLineChange(undefined, undefined)).toBeUndefined();
});
