import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calculateCheckDigit, isEan, normalizeEan, restoreEan } from './ean.ts';

const arbitraryDigits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const eans = arbitraryDigits(12).map((digits) => digits + calculateCheckDigit(digits));
const runOptions = { numRuns: 2000 };

describe('check digit', () => {
  // Examples of the GS1 General Specifications and of the ISBN agency.
  test.each([
    ['629104150021', '3'],
    ['978030640615', '7'],
    ['03600029145', '2'],
    ['952000000000', '4'],
  ])('of %s is %s', (digits, digit) => expect(calculateCheckDigit(digits)).toBe(digit));

  test('detects every single wrong digit', () => {
    fc.assert(
      fc.property(eans, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), (ean, index, shift) => {
        const wrongDigit = String((Number(ean[index]) + shift) % 10);
        expect(isEan(ean.slice(0, index) + wrongDigit + ean.slice(index + 1))).toBe(false);
      }),
      runOptions,
    );
  });

  test.each(['', '6291041500212', '629104150021', '06291041500213', '629104150021x', '٦٢٩١٠٤١٥٠٠٢١٣'])(
    'isEan rejects %j',
    (text) => expect(isEan(text)).toBe(false),
  );
});

describe('normalizeEan', () => {
  test.each([
    ['036000291452', '0036000291452'],
    ['0036000291452', '0036000291452'],
    ['00036000291452', '0036000291452'],
    [' 6291 0415-00213 ', '6291041500213'],
  ])('normalizes %j to %s', (text, ean) => expect(normalizeEan(text)).toBe(ean));

  test.each([
    ['6.291.041.500.213', '6291041500213'],
    ['36,000,291,452', undefined],
    ['036,000,291,452', '0036000291452'],
    ['6291041500213,00', '6291041500213'],
    ['(01)06291041500213(17)261231', '6291041500213'],
    ['01062910415002131726123110AB', '6291041500213'],
    [']E06291041500213', '6291041500213'],
    ['\u001D010629104150021310AB\u001D21XKW1', '6291041500213'],
    ['EAN-13: 6291041500213', '6291041500213'],
    ['UPC-A 036000291452', '0036000291452'],
    ['62.91.041.500.213', undefined],
    ['6.291.041.500.213.', undefined],
    ['6291041500213,50', undefined],
    ['-6.291.041.500.213', undefined],
    ['(02)06291041500213', undefined],
    ['6291041500213 6291041500213', undefined],
  ])('reads %j as %s, as sent by scanners, labels and spreadsheets', (text, ean) =>
    expect(normalizeEan(text)).toBe(ean),
  );

  test.each(['', '36000291452', '16291041500213', '4,54965E+12', '4.54965E+12', '629104150021X', 'Mario'])(
    'rejects %j',
    (text) => expect(normalizeEan(text)).toBeUndefined(),
  );

  test('returns the same valid EAN for a UPC-12 and its EAN-13', () => {
    fc.assert(
      fc.property(arbitraryDigits(11), (digits) => {
        const upc = digits + calculateCheckDigit(digits);
        expect(normalizeEan(upc)).toBe(normalizeEan(`0${upc}`));
        expect(isEan(normalizeEan(upc) ?? '')).toBe(true);
      }),
      runOptions,
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), eans, fc.stringMatching(/^[\d -]{0,20}$/)), (text) => {
        const normalized = normalizeEan(text);
        if (normalized === undefined) return;
        expect(normalized).toMatch(/^\d{13}$/);
        expect(normalizeEan(normalized)).toBe(normalized);
      }),
      runOptions,
    );
  });
});

describe('restoreEan', () => {
  test('restores leading zeros', () => {
    fc.assert(
      fc.property(
        eans.filter((ean) => Number(ean) >= 10 ** 7),
        (ean) => expect(restoreEan(String(Number(ean)))).toBe(ean),
      ),
      runOptions,
    );
  });

  test.each(['1234567', '4,54965E+12', '4.54965E+12', '4549650000000.5', ''])('returns undefined for %j', (text) =>
    expect(restoreEan(text)).toBeUndefined(),
  );
});
