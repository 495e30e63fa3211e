import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import { foldTerm } from './record.ts';
import { exactPrefix, searchOwner, searchPrefix, searchTerm } from './search.ts';

const runs = { numRuns: 1000 };
const kinds = ['rma', 'reference', 'serial', 'file'] as const;
const regions = fc.constantFrom(...regionIds);
const storeIds = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._~-]{1,20}$/), fc.stringMatching(/^[aA-]{1,2}$/));
/** Whatever the fields let in, and no more. */
const anyLine = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => field.requiredLine(limits.text.search).safeParse(text).success);
/** Often one begins like the other. */
const lines = fc.oneof(anyLine, fc.stringMatching(/^[aA#]{1,3}$/));
const records = fc.record({ storeId: storeIds, reference: lines });

describe('whose records a search finds', () => {
  test('no two of stores and regions share an owner', () => {
    const owners = fc.tuple(
      fc.constantFrom('repairs' as const, 'returns' as const),
      regions,
      fc.option(storeIds, { nil: undefined }),
    );
    fc.assert(
      fc.property(owners, owners, (one, other) => {
        expect(searchOwner(...one) === searchOwner(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      runs,
    );
  });
});

describe('what a search finds', () => {
  test('everything that begins with what is typed, in any case', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9äöüéßÄÖÜÉ][A-Za-z0-9äöüéßÄÖÜÉ.,#/ -]{0,19}$/),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('rma', 'reference', 'serial'),
        records,
        (value, length, kind, record) => {
          const typed = value.slice(0, length);
          for (const text of [typed, typed.toUpperCase(), typed.toLowerCase(), ` ${typed} `]) {
            expect(searchTerm(kind, value, record).startsWith(searchPrefix(text))).toBe(true);
          }
        },
      ),
      runs,
    );
  });

  test('nothing else: the store, the reference and the kind behind a value are out of reach', () => {
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.constantFrom('rma', 'reference', 'serial'),
        records,
        (value, typed, kind, record) => {
          expect(searchTerm(kind, value, record).startsWith(searchPrefix(typed))).toBe(
            foldTerm(value).startsWith(foldTerm(typed)),
          );
        },
      ),
      runs,
    );
  });

  test('no hash of a file, whatever is typed', () => {
    fc.assert(
      fc.property(lines, lines, records, (value, typed, record) => {
        expect(searchTerm('file', value, record).startsWith(searchPrefix(typed))).toBe(false);
      }),
      runs,
    );
  });

  test('an exact value of one kind is found under that very value and kind only', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...kinds),
        lines,
        lines,
        records,
        (asked, kind, value, other, record) => {
          expect(searchTerm(asked, value, record).startsWith(exactPrefix(asked, value))).toBe(true);
          expect(searchTerm(kind, other, record).startsWith(exactPrefix(asked, value))).toBe(
            kind === asked && foldTerm(other) === foldTerm(value),
          );
        },
      ),
      runs,
    );
  });

  test('each record has terms of its own, though value, store and reference may be one text', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom(...kinds), lines, records),
        fc.tuple(fc.constantFrom(...kinds), lines, records),
        (one, other) => {
          const fact = ([kind, value, { storeId, reference }]: typeof one) =>
            JSON.stringify([kind, foldTerm(value), storeId, reference]);
          expect(searchTerm(...one) === searchTerm(...other)).toBe(fact(one) === fact(other));
        },
      ),
      runs,
    );
  });

  test('what ends the parts of a term can be typed into no field', () => {
    const controls = fc
      .integer({ min: 0, max: 0x9f })
      .filter((code) => code < 0x20 || code > 0x7e)
      .map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(controls, lines, lines, (control, before, after) => {
        const typed = `${before}${control}${after}`;
        for (const schema of [
          field.requiredLine(limits.text.search),
          field.storeRefNo,
          field.storeId,
          field.serialNumber,
        ]) {
          expect(schema.safeParse(typed).success).toBe(false);
        }
      }),
      runs,
    );
  });

  test('the longest term of all is a key that DynamoDB takes', () => {
    // Nothing that a field lets in grows longer than these two do.
    for (const character of ['\u1FB7', '\u0390', '\uFB03', '\u6F22']) {
      const value = character.repeat(limits.text.storeRefNo);
      const reference = `${foldTerm(value)}\u001F${'0'.repeat(36)}`;
      const term = searchTerm('reference', value, { storeId: 'x'.repeat(limits.text.storeId), reference });
      expect(new TextEncoder().encode(term).length).toBeLessThanOrEqual(1024);
    }
  });
});
