import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { foldTerm } from './record.ts';
import { searchKey } from './search-key.ts';
import { exactPrefixes, searchOwner, searchPrefixes, searchTerm } from './search.ts';

const runs = { numRuns: 1000 };
const kinds = ['rma', 'reference', 'serial', 'file'] as const;
const keyOf = (kind: string, value: string) => (kind === 'file' ? foldTerm(value) : searchKey(value));
const isFound = (term: string, typed: string, records: 'repairs' | 'returns' = 'repairs') =>
  searchPrefixes(records, typed).some((prefix) => term.startsWith(prefix));
const regions = fc.constantFrom(...regionIds);
const storeIds = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._~-]{1,20}$/), fc.stringMatching(/^[aA-]{1,2}$/));
/** Whatever the fields let in, and no more. */
const anyLine = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => field.requiredLine(limits.text.search).safeParse(text).success);
/** Often one begins like the other. */
const lines = fc.oneof(anyLine, fc.stringMatching(/^[aA#]{1,3}$/));
const records = fc.record({ storeId: storeIds, reference: lines });

describe('an EAN', () => {
  const record = { storeId: 'UK-1', reference: 'ref' };

  test.each(['0045496510848', '045496510848', '00045496510848', '0 045496 510848', '0-045496-510848'])(
    'is found among returns as %s',
    (typed) => expect(isFound(searchTerm('ean', '0045496510848', record), typed, 'returns')).toBe(true),
  );

  test('that a text is hides nothing that begins like the text', () => {
    expect(isFound(searchTerm('serial', '0454965108481', record), '045496510848', 'returns')).toBe(true);
  });
});

describe('terms from before there were keys', () => {
  const former = (kind: string, value: string) => ['text', foldTerm(value), kind, 'UK-1', 'ref'].join('\u001F');

  test('are found as they were typed, until they are written anew', () => {
    expect(isFound(former('reference', 'BANK 55-171'), 'bank 55-1')).toBe(true);
    const term = former('serial', 'A-1');
    expect(exactPrefixes('serial', 'A-1').some((prefix) => term.startsWith(prefix))).toBe(true);
  });

  test('cost no second question where key and text are one', () => {
    expect(searchPrefixes('repairs', 'XKW10012345678')).toHaveLength(1);
    expect(exactPrefixes('serial', 'XKW10012345678')).toHaveLength(1);
    // What begins with the other is found with it.
    expect(searchPrefixes('repairs', 'BANK-')).toHaveLength(1);
  });
});

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
          const spellings = [typed.toUpperCase(), typed.toLowerCase(), ` ${typed} `, [...typed].join(' ')];
          for (const text of [typed, ...spellings, typed.replaceAll(/[ -]/g, '\u2011')])
            expect(isFound(searchTerm(kind, value, record), text)).toBe(true);
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
          expect(isFound(searchTerm(kind, value, record), typed)).toBe(searchKey(value).startsWith(searchKey(typed)));
        },
      ),
      runs,
    );
  });

  test('no hash of a file, whatever is typed', () => {
    fc.assert(
      fc.property(lines, lines, records, (value, typed, record) => {
        expect(isFound(searchTerm('file', value, record), typed)).toBe(false);
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
          const isExact = (term: string) => exactPrefixes(asked, value).some((prefix) => term.startsWith(prefix));
          expect(isExact(searchTerm(asked, value, record))).toBe(true);
          expect(isExact(searchTerm(kind, other, record))).toBe(
            kind === asked && keyOf(kind, other) === keyOf(kind, value),
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
            JSON.stringify([kind, keyOf(kind, value), storeId, reference]);
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
          serialNumberField,
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
