import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import { regionIds } from '#shared/config/regions.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { foldTerm } from './record.ts';
import { toSearchKey } from './search-key.ts';
import { toExactValuePrefixes, toSearchOwner, findSearchPrefixes, toSearchTerm } from './search.ts';

const runOptions = { numRuns: 1000 };
const kinds = ['rma', 'reference', 'serial', 'file'] as const;
const toKey = (kind: string, value: string) => (kind === 'file' ? foldTerm(value) : toSearchKey(value));
const isFound = (term: string, typed: string, recordKind: 'repairs' | 'returns' = 'repairs') =>
  findSearchPrefixes(recordKind, typed).some((prefix) => term.startsWith(prefix));
const regions = fc.constantFrom(...regionIds);
const storeIds = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._~-]{1,20}$/), fc.stringMatching(/^[aA-]{1,2}$/));
/** Any line that the fields accept. */
const anyLine = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => field.requiredLine(limits.text.search).safeParse(text).success);
/** Short lines that are often prefixes of each other. */
const lines = fc.oneof(anyLine, fc.stringMatching(/^[aA#]{1,3}$/));
const records = fc.record({ storeId: storeIds, reference: lines });

describe('search by EAN', () => {
  const record = { storeId: 'UK-1', reference: 'ref' };

  test.each(['0045496510848', '045496510848', '00045496510848', '0 045496 510848', '0-045496-510848'])(
    'finds a return by %s',
    (typed) => expect(isFound(toSearchTerm('ean', '0045496510848', record), typed, 'returns')).toBe(true),
  );

  test('does not hide serial numbers that start with the EAN', () => {
    expect(isFound(toSearchTerm('serial', '0454965108481', record), '045496510848', 'returns')).toBe(true);
  });
});

describe('terms stored before search keys were introduced', () => {
  const buildOldTerm = (kind: string, value: string) => ['text', foldTerm(value), kind, 'UK-1', 'ref'].join('\u001F');

  test('are found by the text as typed', () => {
    expect(isFound(buildOldTerm('reference', 'BANK 55-171'), 'bank 55-1')).toBe(true);
    const term = buildOldTerm('serial', 'A-1');
    expect(toExactValuePrefixes('serial', 'A-1').some((prefix) => term.startsWith(prefix))).toBe(true);
  });

  test('need no second query if key and text are equal', () => {
    expect(findSearchPrefixes('repairs', 'XKW10012345678')).toHaveLength(1);
    expect(toExactValuePrefixes('serial', 'XKW10012345678')).toHaveLength(1);
    // The old key “bank-” starts with the new key “bank”, so one prefix covers both.
    expect(findSearchPrefixes('repairs', 'BANK-')).toHaveLength(1);
  });
});

describe('toSearchOwner', () => {
  test('is unique per kind, store and region', () => {
    const owners = fc.tuple(
      fc.constantFrom('repairs' as const, 'returns' as const),
      regions,
      fc.option(storeIds, { nil: undefined }),
    );
    fc.assert(
      fc.property(owners, owners, (a, b) => {
        expect(toSearchOwner(...a) === toSearchOwner(...b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      runOptions,
    );
  });
});

describe('findSearchPrefixes and toExactValuePrefixes', () => {
  test('find every value that starts with the text, in any case', () => {
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
            expect(isFound(toSearchTerm(kind, value, record), text)).toBe(true);
        },
      ),
      runOptions,
    );
  });

  test('do not match the store, reference or kind in a term', () => {
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.constantFrom('rma', 'reference', 'serial'),
        records,
        (value, typed, kind, record) => {
          // A serial number is also searched for as its field would store it, such as without the apostrophe of a spreadsheet.
          const searchedTexts = [typed, serialNumberField.safeParse(typed).data || typed];
          expect(isFound(toSearchTerm(kind, value, record), typed)).toBe(
            searchedTexts.some((text) => toSearchKey(value).startsWith(toSearchKey(text))),
          );
        },
      ),
      { ...runOptions, examples: [['A', "'A", 'rma', { storeId: '_', reference: 'a' }]] },
    );
  });

  test('do not match file hashes', () => {
    fc.assert(
      fc.property(lines, lines, records, (value, typed, record) => {
        expect(isFound(toSearchTerm('file', value, record), typed)).toBe(false);
      }),
      runOptions,
    );
  });

  test('match an exact value only within its kind', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...kinds),
        lines,
        lines,
        records,
        (queriedKind, kind, value, otherValue, record) => {
          const isExact = (term: string) =>
            toExactValuePrefixes(queriedKind, value).some((prefix) => term.startsWith(prefix));
          expect(isExact(toSearchTerm(queriedKind, value, record))).toBe(true);
          expect(isExact(toSearchTerm(kind, otherValue, record))).toBe(
            kind === queriedKind && toKey(kind, otherValue) === toKey(kind, value),
          );
        },
      ),
      runOptions,
    );
  });

  test('give each record its own terms, even for equal texts', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom(...kinds), lines, records),
        fc.tuple(fc.constantFrom(...kinds), lines, records),
        (a, b) => {
          const identify = ([kind, value, { storeId, reference }]: typeof a) =>
            JSON.stringify([kind, toKey(kind, value), storeId, reference]);
          expect(toSearchTerm(...a) === toSearchTerm(...b)).toBe(identify(a) === identify(b));
        },
      ),
      runOptions,
    );
  });

  test('use separators that no field accepts', () => {
    const controls = fc
      .integer({ min: 0, max: 0x9f })
      .filter((code) => code < 0x20 || code > 0x7e)
      .map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(controls, lines, lines, (control, start, end) => {
        const typed = `${start}${control}${end}`;
        for (const schema of [
          field.requiredLine(limits.text.search),
          field.storeRefNo,
          field.storeId,
          serialNumberField,
        ]) {
          expect(schema.safeParse(typed).success).toBe(false);
        }
      }),
      runOptions,
    );
  });

  test('keep the longest term within DynamoDB’s key size', () => {
    // Of all characters that fields accept, these become longest when folded.
    for (const character of ['\u1FB7', '\u0390', '\uFB03', '\u6F22']) {
      const value = character.repeat(limits.text.storeRefNo);
      const reference = `${foldTerm(value)}\u001F${'0'.repeat(36)}`;
      const term = toSearchTerm('reference', value, { storeId: 'x'.repeat(limits.text.storeId), reference });
      expect(new TextEncoder().encode(term).length).toBeLessThanOrEqual(1024);
    }
  });
});
