import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { correctionOf, isSameLines, linesBefore } from './correction.ts';
import type { StoredLine } from './return.ts';

const line = (serialNumber: string, change: Partial<StoredLine> = {}): StoredLine => ({
  product: 'game-b',
  ean: '9521234567899',
  productDescription: 'Game B',
  purchaseDate: '2026-11-01',
  returnDate: '2026-11-20',
  serialNumber,
  ...change,
});

const bySerial = (lines: readonly StoredLine[]) =>
  lines.toSorted((one, other) => (one.serialNumber < other.serialNumber ? -1 : 1));

const someLines = fc.uniqueArray(
  fc.record({ serialNumber: fc.constantFrom('S1', 'S2', 'S3', 'S4'), purchaseDate: fc.constantFrom('1', '2') }),
  { selector: ({ serialNumber }) => serialNumber },
);
const arbitraryLines = someLines.map((lines) => lines.map(({ serialNumber, ...change }) => line(serialNumber, change)));

describe('a correction of a return', () => {
  test('keeps the lines that were changed or taken out, and which were put in', () => {
    const before = [line('S1'), line('S2'), line('S3')];
    const after = [line('S1'), line('S2', { purchaseDate: '2026-11-02' }), line('S4')];
    expect(correctionOf(before, after)).toEqual({ before: [line('S2'), line('S3')], added: ['S4'] });
  });

  test('is none where lines stand in another order only', () => {
    expect(isSameLines([line('S1'), line('S2')], [line('S2'), line('S1')])).toBe(true);
    expect(isSameLines([line('S1')], [line('S1', { ean: '9520001000072' })])).toBe(false);
  });

  test('can be undone, and so can many, whatever they did', () =>
    fc.assert(
      fc.property(fc.array(arbitraryLines, { minLength: 2, maxLength: 5 }), (versions) => {
        const corrections = versions.slice(1).map((after, index) => correctionOf(versions[index] ?? [], after));
        const [first = []] = versions;
        expect(bySerial(corrections.reduceRight(linesBefore, versions.at(-1) ?? []))).toEqual(bySerial(first));
      }),
    ));

  test('undone leaves a line that stands in another place where it is', () =>
    expect(linesBefore([line('S2'), line('S1')], { before: [], added: [] })).toEqual([line('S2'), line('S1')]));
});
