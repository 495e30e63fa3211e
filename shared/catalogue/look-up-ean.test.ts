import { describe, expect, test } from '@jest/globals';
import { returnItems, lookUpEan } from './returns.ts';

const [first] = returnItems;

describe('an EAN', () => {
  test('may be scanned as a GTIN-14, and typed with spaces and hyphens', () => {
    const ean = first?.ean ?? '';
    for (const text of [`0${ean}`, ` ${ean} `, `${ean.slice(0, 1)}-${ean.slice(1, 7)} ${ean.slice(7)}`])
      expect(lookUpEan(text)).toEqual({ item: first });
  });

  test.each([
    ['', 'eanMalformed'],
    ['952000100007', 'eanCheckDigit'],
    ['95200010000722', 'eanMalformed'],
    ['4.54965E+12', 'eanMalformed'],
    ['XKW10012345678', 'eanMalformed'],
    ['9520001000073', 'eanCheckDigit'],
    ['036000291452', 'eanUnknown'],
    ['6291041500213', 'eanUnknown'],
  ])('%j is none: %s', (text, problem) => {
    expect(lookUpEan(text)).toEqual({ problem });
  });
});
