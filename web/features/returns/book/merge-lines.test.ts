import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredLine } from '#shared/returns/return.ts';
import { lineWith } from '#web/testing/return.ts';
import type { Line } from './lines.ts';
import { valuesOf } from './lines.ts';
import { changeTo, newsIn, withTheirs } from './merge-lines.ts';

const withKeys = (lines: readonly StoredLine[]): Line[] => lines.map((line, index) => ({ ...line, key: index + 1 }));
const sortedBySerial = (lines: readonly StoredLine[]) =>
  lines.map(valuesOf).toSorted((one, other) => one.serialNumber.localeCompare(other.serialNumber));
const merge = (before: readonly StoredLine[], now: readonly StoredLine[], yours: readonly StoredLine[]) =>
  sortedBySerial(withTheirs(withKeys(yours), newsIn({ before, now, yours })));

const lines = fc
  .uniqueArray(
    fc.record({
      serialNumber: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      purchaseDate: fc.constantFrom('2026-10-20', '2026-10-21', '2026-10-22'),
    }),
    { selector: ({ serialNumber }) => serialNumber },
  )
  .map((records) => records.map((fields) => lineWith(fields)));
const findLine = (all: readonly StoredLine[], serialNumber: string) => {
  const line = all.find((one) => one.serialNumber === serialNumber);
  return line && valuesOf(line);
};

test('keeps the form’s changes and takes all others from theirs', () => {
  fc.assert(
    fc.property(lines, lines, lines, (before, now, yours) => {
      const result = merge(before, now, yours);
      for (const serialNumber of ['A', 'B', 'C', 'D', 'E']) {
        const base = findLine(before, serialNumber);
        const theirs = findLine(now, serialNumber);
        const mine = findLine(yours, serialNumber);
        const isChangedByMe = JSON.stringify(base) !== JSON.stringify(mine);
        expect(findLine(result, serialNumber)).toEqual(isChangedByMe ? mine : theirs);
      }
    }),
    { numRuns: 200 },
  );
});

test('keeps the keys of lines and gives new lines unique keys', () => {
  const before = [lineWith({ serialNumber: 'A' }), lineWith({ serialNumber: 'B' })];
  const now = [lineWith({ serialNumber: 'B', purchaseDate: '2026-10-21' }), lineWith({ serialNumber: 'C' })];
  const result = withTheirs(withKeys(before), newsIn({ before, now, yours: before }));
  expect(result.map(({ key, serialNumber, purchaseDate }) => [key, serialNumber, purchaseDate])).toEqual([
    [2, 'B', '2026-10-21'],
    [3, 'C', '2026-10-20'],
  ]);
});

test('reports no difference if both made the same change', () => {
  const before = [lineWith({ serialNumber: 'A' }), lineWith({ serialNumber: 'B' })];
  const changed = [lineWith({ serialNumber: 'A', purchaseDate: '2026-10-21' })];
  expect(newsIn({ before, now: changed, yours: changed })).toEqual([]);
});

test('replaces, adds and removes a line', () => {
  const line = { ...lineWith(), key: 7 };
  const wanted = lineWith({ purchaseDate: '2026-10-21' });
  expect(changeTo(line, wanted)?.([line])).toEqual([{ ...wanted, key: 7 }]);
  expect(changeTo(undefined, wanted)?.([line])).toEqual([line, { ...wanted, key: 8 }]);
  expect(changeTo(line, undefined)?.([line])).toEqual([]);
  expect(changeTo(undefined, undefined)).toBeUndefined();
});
