import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calculateCheckDigit } from '#shared/returns/ean.ts';
import { isWrongKeyboardLayout, toOtherKeyboardLayouts } from './other-keyboard.ts';

const french = new Map([...'1234567890'].map((digit, index) => [digit, '&é"\'(-è_çà'.charAt(index)]));
const belgian = new Map([...'1234567890'].map((digit, index) => [digit, '&é"\'(§è!çà'.charAt(index)]));
const typeOn = (keys: ReadonlyMap<string, string>, code: string) =>
  [...code].map((sign) => keys.get(sign) ?? sign).join('');

const eans = fc
  .stringMatching(/^9[0-9]{11}$/)
  // More than six digits other than 6: on these keyboards, 6 types a hyphen, which does not indicate another layout.
  .filter((digits) => digits.replaceAll('6', '').length > 6)
  .map((digits) => digits + calculateCheckDigit(digits));

test('detects an EAN scanned on a French or Belgian keyboard', () => {
  fc.assert(
    fc.property(eans, fc.constantFrom(french, belgian), (ean, keys) => {
      expect(isWrongKeyboardLayout(typeOn(keys, ean))).toBe(true);
      expect(isWrongKeyboardLayout(ean)).toBe(false);
    }),
  );
});

test('detects a serial number scanned on a French keyboard', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{2,3}9[0-57-9]{8,10}$/), (serial) => {
      expect(isWrongKeyboardLayout(typeOn(french, serial))).toBe(true);
      expect(isWrongKeyboardLayout(serial)).toBe(false);
    }),
  );
});

test.each(['1002ß0006', 'XKW10ß000001'])('detects the German keyboard’s hyphen in %s', (typed) =>
  expect(isWrongKeyboardLayout(typed)).toBe(true),
);

test.each([
  '',
  '952000100007X',
  'XKW-1000-0001',
  'Straße 12',
  'Größe',
  "l'été à Évian",
  '(01)09520001000072',
  'ß1',
  '-',
])('isWrongKeyboardLayout returns false for %j', (typed) => expect(isWrongKeyboardLayout(typed)).toBe(false));

test.each([
  ['XYW1', ['XZW1', 'XYZ1']],
  ['XQZ1', ['XQY1', 'XAW1']],
  ['XB1', []],
])('maps %s to %j in other layouts', (code, alternatives) =>
  expect(toOtherKeyboardLayouts(code)).toEqual(alternatives),
);
