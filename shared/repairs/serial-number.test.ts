import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bookableProducts } from '#shared/catalogue/repairs.ts';
import { isWrongKeyboardLayout } from '#shared/text/other-keyboard.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { hasCheckDigit, findSerialNumberWarning, tidySerialNumber, findSerialNumberAnomaly } from './serial-number.ts';

describe('findSerialNumberWarning', () => {
  test.each([
    ['switch', 'XAW10075273452'],
    ['switch', ' xaw10075273452 '],
    ['switch', 'XAW-1007527345-2'],
    ['switch-oled', 'XTW10075273452'],
    ['switch-oled', 'XAW10075273452'],
    ['switch-lite', 'XJW10075273452'],
    ['switch-lite-dialga-palkia', 'XJW10075273452'],
    ['3ds', 'CW404567772'],
    ['new-2ds-xl', 'CWF404567772'],
  ])('for %s, accepts %s', (product, serialNumber) => {
    expect(findSerialNumberWarning(product, serialNumber)).toBeUndefined();
  });

  test.each([
    ['switch', 'XJW10075273452'],
    ['switch', 'CW404567772'],
    ['switch', 'XAW1007527345'],
    ['switch', 'XAW100752734522'],
    ['switch', '10075273452'],
    ['switch-lite', 'XAW10075273452'],
    ['3ds', 'XAW10075273452'],
    ['2ds', 'C404567772'],
  ])('for %s, detects the unusual format %s', (product, serialNumber) => {
    expect(findSerialNumberWarning(product, serialNumber)).toBe('shape');
  });

  test.each([
    ['switch', 'XAW10075273453'],
    ['3ds', 'CW404567771'],
  ])('for %s, detects the mistyped digit in %s', (product, serialNumber) => {
    expect(findSerialNumberWarning(product, serialNumber)).toBe('checkDigit');
  });

  test.each([
    ['switch', 'XQZ10075273452'],
    ['switch', 'XAZ&àà-çè"-é'],
    ['3ds', 'CZ404567772ß1'],
  ])('for %s, detects another keyboard layout in %s', (product, serialNumber) => {
    expect(findSerialNumberWarning(product, serialNumber)).toBe('otherKeyboard');
  });

  test.each([
    'switch-2',
    'classic-mini-nes',
    'game-watch-super-mario-bros',
    'mario-kart-live-mario',
    'no-such-product',
    '',
  ])('for %s, whose format is unknown, reports only anomalies', (product) => {
    fc.assert(
      fc.property(fc.string(), (serialNumber) => {
        const expected = isWrongKeyboardLayout(serialNumber) ? 'otherKeyboard' : findSerialNumberAnomaly(serialNumber);
        expect(findSerialNumberWarning(product, serialNumber)).toBe(expected);
      }),
    );
  });

  test.each(bookableProducts.map(({ key }) => key))('for %s, accepts a blank serial number', (product) => {
    expect(findSerialNumberWarning(product, '  ')).toBeUndefined();
  });

  test.each(['ß1', 'ﬁ12', 'ſ12', 'ı12', '-', '---'])('the serial number field rejects %s', (typed) => {
    expect(serialNumberField.safeParse(typed).success).toBe(false);
    expect(serialNumberField.safeParse(tidySerialNumber(typed)).success).toBe(false);
  });

  test('the serial number field returns the number as tidySerialNumber displays it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^ {0,2}-{0,2}[A-Za-z0-9][A-Za-z0-9\u00A0\u200B -]{0,25} {0,2}$/), (typed) => {
        expect(serialNumberField.parse(typed)).toBe(tidySerialNumber(typed));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('hasCheckDigit', () => {
  const digits = fc.stringMatching(/^\d{10}$/);

  test('accepts exactly one of ten digits', () => {
    fc.assert(
      fc.property(digits, (digitsBefore) => {
        expect([...'0123456789'].filter((last) => hasCheckDigit(`XAW${digitsBefore}${last}`))).toHaveLength(1);
      }),
      { numRuns: 1000 },
    );
  });

  test('detects every single mistyped digit', () => {
    fc.assert(
      fc.property(digits, fc.nat(9), fc.integer({ min: 1, max: 9 }), (digitsBefore, index, shift) => {
        const checkDigit = [...'0123456789'].find((digit) => hasCheckDigit(digitsBefore + digit)) ?? '';
        const mistypedDigits =
          digitsBefore.slice(0, index) + ((Number(digitsBefore[index]) + shift) % 10) + digitsBefore.slice(index + 1);
        expect(hasCheckDigit(mistypedDigits + checkDigit)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('rejects texts with fewer than two digits', () => {
    expect(hasCheckDigit('0')).toBe(false);
    expect(hasCheckDigit('XAW')).toBe(false);
  });
});

describe('findSerialNumberAnomaly', () => {
  test.each([
    ['1', 'unlikely'],
    ['-5', 'unlikely'],
    ['A-1', 'unlikely'],
    ['0000000', 'unlikely'],
    ['NONE', 'unlikely'],
    ['MAR-05', 'unlikely'],
    ['5-mar', 'unlikely'],
    ['05-MAR-2026', 'unlikely'],
    ['2026-03-05', 'unlikely'],
    ['MARK-05', undefined],
    ['1002-0006', undefined],
    ['9520001000287', 'ean'],
    ['952 0001 000287'.replaceAll(' ', '-'), 'ean'],
    ['XAW10075273452', undefined],
    ['XKW1', undefined],
    ['9520001000286', undefined],
    ['XKW10000001XKW10000001', 'unlikely'],
    ['12345678 12345678', 'unlikely'],
    ['XKW10000001 CW404567772', 'unlikely'],
    ['*9520001000287*', 'ean'],
    ['010952000100028721XKW10000001', 'ean'],
    ['9520001000287 XKW10000001', 'ean'],
    ['XKW1000000129520001000287', 'ean'],
    ['XKW10000001 9520001000287', 'ean'],
    ['ABAB12', undefined],
    ['', undefined],
  ])('classifies %j as %s', (typed, expected) => {
    expect(findSerialNumberAnomaly(typed)).toBe(expected);
  });
});
