import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildReturnLine } from '#shared/testing/return.ts';
import { createCorrection, areSameLines, revertCorrection } from './correction.ts';
import type { StoredLine } from './return.ts';

const buildLine = (serialNumber: string, change: Partial<StoredLine> = {}): StoredLine =>
  buildReturnLine({ serialNumber, ean: '9521234567899', purchaseDate: '2026-11-01', ...change });

const sortBySerial = (lines: readonly StoredLine[]) =>
  lines.toSorted((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1));

const changeLists = fc.uniqueArray(
  fc.record({ serialNumber: fc.constantFrom('S1', 'S2', 'S3', 'S4'), purchaseDate: fc.constantFrom('1', '2') }),
  { selector: ({ serialNumber }) => serialNumber },
);
const arbitraryLines = changeLists.map((lines) =>
  lines.map(({ serialNumber, ...change }) => buildLine(serialNumber, change)),
);

describe('return corrections', () => {
  test('contain changed and removed lines, and serial numbers of added ones', () => {
    const before = [buildLine('S1'), buildLine('S2'), buildLine('S3')];
    const after = [buildLine('S1'), buildLine('S2', { purchaseDate: '2026-11-02' }), buildLine('S4')];
    expect(createCorrection(before, after)).toEqual({ before: [buildLine('S2'), buildLine('S3')], added: ['S4'] });
  });

  test('ignore the order of lines', () => {
    expect(areSameLines([buildLine('S1'), buildLine('S2')], [buildLine('S2'), buildLine('S1')])).toBe(true);
    expect(areSameLines([buildLine('S1')], [buildLine('S1', { ean: '9520001000072' })])).toBe(false);
  });

  test('can be reverted one after the other', () =>
    fc.assert(
      fc.property(fc.array(arbitraryLines, { minLength: 2, maxLength: 5 }), (versions) => {
        const corrections = versions.slice(1).map((after, index) => createCorrection(versions[index] ?? [], after));
        const [firstVersion = []] = versions;
        expect(sortBySerial(corrections.reduceRight(revertCorrection, versions.at(-1) ?? []))).toEqual(
          sortBySerial(firstVersion),
        );
      }),
    ));

  test('leave unchanged lines in place when reverted', () =>
    expect(revertCorrection([buildLine('S2'), buildLine('S1')], { before: [], added: [] })).toEqual([
      buildLine('S2'),
      buildLine('S1'),
    ]));
});
