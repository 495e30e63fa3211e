import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkDigitOf, isEan, normaliseEan, restoreEan } from './ean.ts';

const numerals = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const eans = numerals(12).map((others) => others + checkDigitOf(others));
const runs = { numRuns: 2000 };

describe('the check digit', () => {
  // Examples of the GS1 General Specifications and of the ISBN agency.
  test.each([
    ['629104150021', '3'],
    ['978030640615', '7'],
    ['03600029145', '2'],
    ['952000000000', '4'],
  ])('after %s is %s', (others, digit) => expect(checkDigitOf(others)).toBe(digit));

  test('finds every single wrong digit', () => {
    fc.assert(
      fc.property(eans, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), (ean, place, by) => {
        const wrong = String((Number(ean[place]) + by) % 10);
        expect(isEan(ean.slice(0, place) + wrong + ean.slice(place + 1))).toBe(false);
      }),
      runs,
    );
  });

  test.each(['', '6291041500212', '629104150021', '06291041500213', '629104150021x', '٦٢٩١٠٤١٥٠٠٢١٣'])(
    '%j is no EAN',
    (text) => expect(isEan(text)).toBe(false),
  );
});

describe('one spelling of an EAN', () => {
  test.each([
    ['036000291452', '0036000291452'],
    ['0036000291452', '0036000291452'],
    ['00036000291452', '0036000291452'],
    [' 6291 0415-00213 ', '6291041500213'],
  ])('%j is %s', (text, ean) => expect(normaliseEan(text)).toBe(ean));

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
  ])('%j is %s, as scanners, labels and spreadsheets have it', (text, ean) => expect(normaliseEan(text)).toBe(ean));

  test.each(['', '36000291452', '16291041500213', '4,54965E+12', '4.54965E+12', '629104150021X', 'Mario'])(
    '%j is none',
    (text) => expect(normaliseEan(text)).toBeUndefined(),
  );

  test('a UPC-12 and its EAN-13 are one, and both have the right check digit', () => {
    fc.assert(
      fc.property(numerals(11), (others) => {
        const upc = others + checkDigitOf(others);
        expect(normaliseEan(upc)).toBe(normaliseEan(`0${upc}`));
        expect(isEan(normaliseEan(upc) ?? '')).toBe(true);
      }),
      runs,
    );
  });

  test('normalising twice changes nothing more, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), eans, fc.stringMatching(/^[\d -]{0,20}$/)), (text) => {
        const once = normaliseEan(text);
        if (once === undefined) return;
        expect(once).toMatch(/^\d{13}$/);
        expect(normaliseEan(once)).toBe(once);
      }),
      runs,
    );
  });
});

describe('an EAN out of a spreadsheet', () => {
  test('has its zeros in front again', () => {
    fc.assert(
      fc.property(
        eans.filter((ean) => Number(ean) >= 10 ** 7),
        (ean) => expect(restoreEan(String(Number(ean)))).toBe(ean),
      ),
      runs,
    );
  });

  test.each(['1234567', '4,54965E+12', '4.54965E+12', '4549650000000.5', ''])('%j cannot be restored', (text) =>
    expect(restoreEan(text)).toBeUndefined(),
  );
});
