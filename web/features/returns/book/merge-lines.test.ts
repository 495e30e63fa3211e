import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredLine } from '#shared/returns/return.ts';
import { buildReturnLine } from '#shared/testing/return.ts';
import type { Line } from './lines.ts';
import { toLineValues } from './lines.ts';
import { toLineChange, findLineDifferences, mergeTheirs } from './merge-lines.ts';

const withKeys = (lines: readonly StoredLine[]): Line[] => lines.map((line, index) => ({ ...line, key: index + 1 }));
const sortedBySerial = (lines: readonly StoredLine[]) =>
  lines.map(toLineValues).toSorted((one, other) => one.serialNumber.localeCompare(other.serialNumber));
const merge = (base: readonly StoredLine[], theirs: readonly StoredLine[], mine: readonly StoredLine[]) =>
  sortedBySerial(mergeTheirs(withKeys(mine), findLineDifferences({ base, theirs, mine })));

const lines = fc
  .uniqueArray(
    fc.record({
      serialNumber: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      purchaseDate: fc.constantFrom('2026-10-20', '2026-10-21', '2026-10-22'),
    }),
    { selector: ({ serialNumber }) => serialNumber },
  )
  .map((records) => records.map((fields) => buildReturnLine(fields)));
const findLine = (all: readonly StoredLine[], serialNumber: string) => {
  const line = all.find((one) => one.serialNumber === serialNumber);
  return line && toLineValues(line);
};

test('keeps the form’s changes and takes all others from theirs', () => {
  fc.assert(
    fc.property(lines, lines, lines, (baseLines, theirLines, myLines) => {
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
  const now = [
    buildReturnLine({ serialNumber: 'B', purchaseDate: '2026-10-21' }),
    buildReturnLine({ serialNumber: 'C' }),
  ];
  const result = mergeTheirs(withKeys(before), findLineDifferences({ base: before, theirs: now, mine: before }));
  expect(result.map(({ key, serialNumber, purchaseDate }) => [key, serialNumber, purchaseDate])).toEqual([
    [2, 'B', '2026-10-21'],
    [3, 'C', '2026-10-20'],
  ]);
});

test('reports no difference if both made the same change', () => {
  const before = [buildReturnLine({ serialNumber: 'A' }), buildReturnLine({ serialNumber: 'B' })];
  const changed = [buildReturnLine({ serialNumber: 'A', purchaseDate: '2026-10-21' })];
  expect(findLineDifferences({ base: before, theirs: changed, mine: changed })).toEqual([]);
});

test('replaces, adds and removes a line', () => {
  const line = { ...buildReturnLine(), key: 7 };
  const wanted = buildReturnLine({ purchaseDate: '2026-10-21' });
  expect(toLineChange(line, wanted)?.([line])).toEqual([{ ...wanted, key: 7 }]);
  expect(toLineChange(undefined, wanted)?.([line])).toEqual([line, { ...wanted, key: 8 }]);
  expect(toLineChange(line, undefined)?.([line])).toEqual([]);
  expect(toLineChange(undefined, undefined)).toBeUndefined();
});
