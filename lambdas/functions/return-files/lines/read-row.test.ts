import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calculateCheckDigit } from '#shared/returns/ean.ts';
import { readEan } from './read-row.ts';

const item = { key: 'x', description: 'X' };
const knownEans = new Set(['9520001000072', '0036000291452', '9520004000000']);
const findItem = (ean: string) => (knownEans.has(ean) ? item : undefined);
const read = (cell: Parameters<typeof readEan>[0]) => readEan(cell, findItem);

describe('readEan', () => {
  test.each([
    ['as text', '9520001000072', '9520001000072'],
    ['as a number', 9_520_001_000_072, '9520001000072'],
    ['as printed under the bars', ' 9 520001 000072 ', '9520001000072'],
    ['with a zero fraction', '9520001000072.0', '9520001000072'],
    ['with a German zero fraction', '9520001000072,00', '9520001000072'],
    ['as a UPC-12', '036000291452', '0036000291452'],
    ['that lost its zeros as a number', 36_000_291_452, '0036000291452'],
    ['that lost its zeros in a text file', '36000291452', '0036000291452'],
    ['as a GTIN-14', '09520001000072', '9520001000072'],
    ['with floating-point noise', 9_520_001_000_072 + 1 / 512, '9520001000072'],
    ['that really ends in zeros', 9_520_004_000_000, '9520004000000'],
  ])('reads an EAN %s', (_, cell, ean) => expect(read(cell)).toEqual({ ean, item }));

  test.each([
    ['4,54965E+12', 'numberMangled'],
    ['4.54965E+12', 'numberMangled'],
    ['4.54965e12', 'numberMangled'],
    ['4E+12', 'numberMangled'],
    // These are rounded numbers, as saved after scientific notation.
    [4_549_650_000_000, 'numberMangled'],
    ['4549650000000', 'numberMangled'],
    [1e15, 'numberMangled'],
    ['9520001000073', 'eanCheckDigit'],
    ['9520001000140', 'eanUnknown'],
    ['952000100007X', 'eanMalformed'],
    ['123', 'eanMalformed'],
    ['95200010000722', 'eanMalformed'],
    ['9520001000072.5', 'eanMalformed'],
    [-9_520_001_000_072, 'eanMalformed'],
    ['', 'missing'],
    [' ', 'missing'],
    [null, 'missing'],
    [true, 'notText'],
    [{ kind: 'date', date: '2026-11-21' } as const, 'notText'],
  ])('rejects %j: %s', (cell, wrong) => expect(read(cell)).toEqual({ wrong }));
});

const eans = fc.stringMatching(/^\d{12}$/).map((digits) => digits + calculateCheckDigit(digits));
const findAnyItem = () => item;

test('reads a number as exactly the typed EAN, or rejects it', () => {
  fc.assert(
    fc.property(eans, (ean) => {
      const result = readEan(Number(ean), findAnyItem);
      if ('ean' in result) expect(result.ean).toBe(ean);
      else expect(Number(ean)).toBeLessThan(10 ** 7);
    }),
    { numRuns: 2000 },
  );
});

test('never reads an EAN in scientific notation as another one', () => {
  fc.assert(
    fc.property(eans, fc.constantFrom('.', ','), (ean, point) => {
      const scientificText = Number(ean).toExponential(5).replace('.', point).replace('e', 'E');
      if (/[.,]/.test(scientificText)) expect(readEan(scientificText, findAnyItem)).toEqual({ wrong: 'numberMangled' });
    }),
    { numRuns: 2000 },
  );
});
