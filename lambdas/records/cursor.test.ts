import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cursor as cursorField, storeRefNo } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import { searchTerm } from '#shared/records/search.ts';
import { searchCursor, timeCursor } from './list.ts';

const scope = ['nuk', 'UK-1001', undefined, '2026-01-01', undefined, undefined];
const storeIds = fc.stringMatching(/^[A-Za-z0-9._~-]{1,20}$/);
const instants = fc
  .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
  .map((date) => date.toISOString());
// The last grows to three letters, the one before to five bytes.
const wide = fc.constantFrom('\uFB03', '\u1FB7').map((character) => character.repeat(limits.text.storeRefNo));
const typed = fc
  .oneof(wide, fc.string({ unit: 'grapheme', minLength: 1, maxLength: limits.text.storeRefNo }))
  .filter((text) => storeRefNo.safeParse(text).success);
const ends = fc.record({
  createdAt: instants,
  storeId: storeIds,
  reference: fc.oneof(
    typed.map(normaliseReference),
    fc.tuple(typed, fc.uuid()).map(([text, id]) => withdrawnReference(text, id)),
  ),
});
const refused = expect.objectContaining({
  code: 'InvalidParameterException',
  problems: [{ path: 'cursor', rule: 'pattern' }],
});
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  test('by time comes back as it went, and fits its field', () => {
    fc.assert(
      fc.property(ends, (end) => {
        expect(timeCursor.decode(scope, cursorField.parse(timeCursor.encode(scope, end)))).toEqual(end);
      }),
      { numRuns: 1000 },
    );
  });

  test('of a search comes back as it went, and fits its field', () => {
    fc.assert(
      fc.property(typed, ends, (value, end) => {
        const term = searchTerm('reference', value, end);
        expect(searchCursor.decode(scope, cursorField.parse(searchCursor.encode(scope, { term })))).toEqual({ term });
      }),
      { numRuns: 1000 },
    );
  });

  test('serves only the question that it comes from', () => {
    const end = { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'UK-1001', reference: 'r 1' };
    const mine = timeCursor.encode(scope, end);
    for (const [index] of scope.entries()) {
      expect(() => timeCursor.decode(scope.with(index, 'another'), mine)).toThrow(refused);
    }
    expect(() => searchCursor.decode(scope, mine)).toThrow(refused);
    expect(() => timeCursor.decode(scope, searchCursor.encode(scope, { term: 'text' }))).toThrow(refused);
  });

  test('holds nothing but where the page ended', () => {
    const row = {
      createdAt: '2026-01-01T00:00:00.000Z',
      storeId: 'UK-1001',
      reference: 'r 1',
      serialNumber: 'XKW10012345678',
    };
    expect(Buffer.from(timeCursor.encode(scope, row), 'base64url').toString()).not.toContain('XKW');
  });

  const [question] = JSON.parse(
    Buffer.from(
      timeCursor.encode(scope, { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'b', reference: 'c' }),
      'base64url',
    ).toString(),
  ) as [string];

  test.each([
    ['nothing', ''],
    ['no JSON', '%%%'],
    ['an object', text({})],
    ['an empty list', text([])],
    ['another question', text(['guess', { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'b', reference: 'c' }])],
    ['no position', text([question])],
    ['a position of numbers', text([question, { createdAt: 1, storeId: 2, reference: 3 }])],
    ['no instant', text([question, { createdAt: 'yesterday', storeId: 'b', reference: 'c' }])],
    [
      'a store id that ends a key',
      text([question, { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'b#c', reference: 'c' }]),
    ],
    ['an empty reference', text([question, { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'b', reference: '' }])],
    ['half a letter', text([question, { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'b', reference: '\ud800' }])],
  ])('that holds %s is refused', (_, made) => {
    expect(() => timeCursor.decode(scope, made)).toThrow(refused);
  });
});
