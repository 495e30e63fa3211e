import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as field from '#shared/api/fields.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { toSearchKey } from './search-key.ts';

const blanks = [
  '',
  ' ',
  '\u00A0',
  '\u2009',
  '\u202F',
  '\u3000',
  '\u200B',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u200E',
  '\uFE0F',
];
const hyphens = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uFE63', '\uFF0D', ''];
const toFullWidth = (text: string) =>
  text.replaceAll(/[A-Za-z0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/**
 * Spellings of one identifier: characters between and around its groups, any kind of hyphen, upper and lower case,
 * full width.
 */
const buildSpellings = (groups: readonly string[]) =>
  fc
    .record({
      separators: fc.array(fc.constantFrom(...blanks, ...hyphens), {
        minLength: groups.length + 1,
        maxLength: groups.length + 1,
      }),
      changeCase: fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.toLowerCase(),
        (text) => text.toUpperCase(),
        toFullWidth,
      ),
    })
    .map(
      ({ separators, changeCase }) =>
        groups.map((group, index) => `${separators[index]}${changeCase(group)}`).join('') + separators.at(-1),
    );

const identifiers = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,5}$/), { minLength: 1, maxLength: 5 });

describe('toSearchKey', () => {
  test.each([
    ['XKW 100 123 456 78', 'XKW10012345678'],
    ['UK 59000151', 'UK59000151'],
    ['\u200BXKW10012345678', 'XKW10012345678'],
    ['BANK\u201155171', 'BANK-55171'],
    ['BANK 55171', 'BANK-55171'],
    ['BANK55171', 'BANK \u2013 55171'],
    ['\uFF38\uFF2B\uFF37\uFF11', 'xkw1'],
    ['\u{1F468}\u{1F469}\u{1F467} 1', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} 1'],
    ['\u2764 1', '\u2764\uFE0F 1'],
    ['GRO\u0308SSE 7', 'Gr\u00F6\u00DFe-7'],
  ])('returns the same key for %j and %j', (typed, stored) => expect(toSearchKey(typed)).toBe(toSearchKey(stored)));

  test.each([
    ['SN1', 'SN11'],
    ['A/1', 'A1'],
    ['A.1', 'A1'],
    ['-', '--'],
  ])('distinguishes %j and %j', (a, b) => expect(toSearchKey(a)).not.toBe(toSearchKey(b)));

  test('is the same for every spelling of an identifier', () => {
    fc.assert(
      fc.property(
        identifiers.chain((groups) => fc.tuple(fc.constant(groups.join('')), buildSpellings(groups))),
        ([plain, spelling]) => expect(toSearchKey(spelling)).toBe(toSearchKey(plain)),
      ),
      { numRuns: 5000 },
    );
  });

  test('is the same for the value that a form stores', () => {
    fc.assert(
      fc.property(identifiers.chain(buildSpellings), (spelling) => {
        for (const schema of [field.storeRefNo, serialNumberField, field.requiredLine(40)]) {
          const { data } = schema.safeParse(spelling);
          if (data) expect(toSearchKey(data)).toBe(toSearchKey(spelling));
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('is idempotent and never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(toSearchKey(toSearchKey(text))).toBe(toSearchKey(text));
        if (field.requiredLine(400).safeParse(text).success) expect(toSearchKey(text)).not.toBe('');
      }),
      { numRuns: 5000 },
    );
  });
});

describe('form fields', () => {
  test.each([
    ['xkw 100\u00A0123 45678', 'XKW10012345678'],
    ['XKW\u201110\u200B01', 'XKW-1001'],
    ['\uFF38\uFF2B\uFF37\uFF11\uFF12', 'XKW12'],
  ])('read the serial number %j as %s', (typed, expected) => expect(serialNumberField.parse(typed)).toBe(expected));

  test('accept a reference with emoji variants', () => {
    for (const typed of ['\u2764\uFE0F 1', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'])
      for (const schema of [field.storeRefNo, field.requiredLine(40)])
        expect(schema.safeParse(typed).success).toBe(true);
  });
});
