import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredLine } from '#shared/returns/return.ts';
import { lineWith } from '#web/testing/return.ts';
import type { Line } from './lines.ts';
import { valuesOf } from './lines.ts';
import { changeTo, newsIn, withTheirs } from './merge-lines.ts';

const keyed = (lines: readonly StoredLine[]): Line[] => lines.map((line, index) => ({ ...line, key: index + 1 }));
const inOrder = (lines: readonly StoredLine[]) =>
  lines.map(valuesOf).toSorted((one, other) => one.serialNumber.localeCompare(other.serialNumber));
const merged = (before: readonly StoredLine[], now: readonly StoredLine[], yours: readonly StoredLine[]) =>
  inOrder(withTheirs(keyed(yours), newsIn({ before, now, yours })));

const lines = fc
  .uniqueArray(
    fc.record({
      serialNumber: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      purchaseDate: fc.constantFrom('2026-10-20', '2026-10-21', '2026-10-22'),
    }),
    { selector: ({ serialNumber }) => serialNumber },
  )
  .map((found) => found.map((fields) => lineWith(fields)));
const lineOf = (all: readonly StoredLine[], serialNumber: string) => {
  const line = all.find((one) => one.serialNumber === serialNumber);
  return line && valuesOf(line);
};

test('each line is one’s own where one has changed it, and theirs everywhere else', () => {
  fc.assert(
    fc.property(lines, lines, lines, (before, now, yours) => {
      const result = merged(before, now, yours);
      for (const serialNumber of ['A', 'B', 'C', 'D', 'E']) {
        const [was, is, own] = [before, now, yours].map((version) => lineOf(version, serialNumber));
        const isOwn = JSON.stringify(was) !== JSON.stringify(own);
        expect(lineOf(result, serialNumber)).toEqual(isOwn ? own : is);
      }
    }),
    { numRuns: 200 },
  );
});

test('lines keep their keys, and new ones get keys of their own', () => {
  const before = [lineWith({ serialNumber: 'A' }), lineWith({ serialNumber: 'B' })];
  const now = [lineWith({ serialNumber: 'B', purchaseDate: '2026-10-21' }), lineWith({ serialNumber: 'C' })];
  const result = withTheirs(keyed(before), newsIn({ before, now, yours: before }));
  expect(result.map(({ key, serialNumber, purchaseDate }) => [key, serialNumber, purchaseDate])).toEqual([
    [2, 'B', '2026-10-21'],
    [3, 'C', '2026-10-20'],
  ]);
});

test('what both have done alike is no news', () => {
  const before = [lineWith({ serialNumber: 'A' }), lineWith({ serialNumber: 'B' })];
  const changed = [lineWith({ serialNumber: 'A', purchaseDate: '2026-10-21' })];
  expect(newsIn({ before, now: changed, yours: changed })).toEqual([]);
});

test('a line can be made another one, put in, and taken out', () => {
  const line = { ...lineWith(), key: 7 };
  const wanted = lineWith({ purchaseDate: '2026-10-21' });
  expect(changeTo(line, wanted)?.([line])).toEqual([{ ...wanted, key: 7 }]);
  expect(changeTo(undefined, wanted)?.([line])).toEqual([line, { ...wanted, key: 8 }]);
  expect(changeTo(line, undefined)?.([line])).toEqual([]);
  expect(changeTo(undefined, undefined)).toBeUndefined();
});
