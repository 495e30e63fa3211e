import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { buildContext, staff } from '#lambdas/testing/callers.ts';
import { kinds } from '#lambdas/testing/kinds.ts';
import { cursor as cursorField, storeRefNo } from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import { regionIds, regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { normalizeReference, toWithdrawnReference } from '#shared/records/record.ts';
import { toSearchTerm } from '#shared/records/search.ts';
import { isWithin, toInstantRange, searchCursor, timeCursor } from './list-records.ts';

const invalidCursorFields = { code: 'InvalidParameterException', problems: [{ path: 'cursor', rule: 'pattern' }] };

describe.each(kinds)('listing $name', ({ name, createHandlers, buildRow }) => {
  const list = jest.fn(async () => ({ items: [buildRow()], hasMore: true }));
  const handler = createHandlers({ [name]: { list } }).list;
  const listPage = async (query: object = {}, caller = staff) =>
    (await handler({ region: 'nuk', limit: 25, ...query }, buildContext(caller))).body;

  test.each<[string, Parameters<typeof listPage>]>([
    ['another region', [{ region: 'nfr' }]],
    ['another store', [{}, { ...staff, storeId: 'UK-2' }]],
    ['another filter', [{ state: 'submitted' }]],
    ['another period', [{ to: '2026-11-21' }]],
    ['a search', [{ search: 'ref' }]],
    ['another order', [{ order: 'oldest' }]],
  ])('rejects a cursor that is sent for %s', async (_, [query, caller]) => {
    const { cursor } = await listPage();
    list.mockClear();
    await expect(listPage({ ...query, cursor }, caller)).rejects.toMatchObject(invalidCursorFields);
    expect(list).not.toHaveBeenCalled();
  });
});

describe('toInstantRange', () => {
  test('omits an open end', () => {
    expect(toInstantRange('nuk', {})).toEqual({});
    expect(toInstantRange('nuk', { from: '2026-11-21' })).toEqual({ from: '2026-11-21T00:00:00.000Z' });
    expect(toInstantRange('nuk', { to: '2026-11-21' })).toEqual({ to: '2026-11-21T23:59:59.999Z' });
  });

  test('contains exactly the instants of its days in the region', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
    const days = instants.map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...regionIds), days, days, instants, (region, from, to, instant) => {
        const day = toCalendarDate(instant, regions[region].timeZone);
        expect(isWithin(instant.toISOString(), toInstantRange(region, { from, to }))).toBe(from <= day && day <= to);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['0001-01-01', '0000-01-01', '1899-12-31', '9999-12-31'])('accepts the date %s', (date) => {
    const now = '2026-11-21T10:00:00.000Z';
    expect(isWithin(now, toInstantRange('nuk', { from: date }))).toBe(date < now);
    expect(isWithin(now, toInstantRange('nuk', { to: date }))).toBe(date > now);
  });
});

// Region, store, state, first day, last day and search of the query that the cursors belong to.
const scope = ['nuk', 'UK-1001', undefined, '2026-01-01', undefined, undefined];
const storeIds = fc.stringMatching(/^[A-Za-z0-9._~-]{1,20}$/);
const instants = fc
  .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
  .map((date) => date.toISOString());
// Case folding turns the first character into three letters, and the second into five bytes.
const expandingTexts = fc.constantFrom('\uFB03', '\u1FB7').map((character) => character.repeat(limits.text.storeRefNo));
const typedReferences = fc
  .oneof(expandingTexts, fc.string({ unit: 'grapheme', minLength: 1, maxLength: limits.text.storeRefNo }))
  .filter((text) => storeRefNo.safeParse(text).success);
const positions = fc.record({
  createdAt: instants,
  storeId: storeIds,
  reference: fc.oneof(
    typedReferences.map(normalizeReference),
    fc.tuple(typedReferences, fc.uuid()).map(([text, id]) => toWithdrawnReference(text, id)),
  ),
});
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  test('round-trips a time position and fits its field', () => {
    fc.assert(
      fc.property(positions, (position) => {
        expect(timeCursor.decode(scope, cursorField.parse(timeCursor.encode(scope, position)))).toEqual(position);
      }),
      { numRuns: 1000 },
    );
  });

  test('round-trips a search position and fits its field', () => {
    fc.assert(
      fc.property(typedReferences, positions, (value, position) => {
        const term = toSearchTerm('reference', value, position);
        expect(searchCursor.decode(scope, cursorField.parse(searchCursor.encode(scope, { term })))).toEqual({ term });
      }),
      { numRuns: 1000 },
    );
  });

  const position = { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'b', reference: 'c' };

  test('contains only the position', () => {
    const row = { ...position, serialNumber: 'XKW10012345678' };
    expect(Buffer.from(timeCursor.encode(scope, row), 'base64url').toString()).not.toContain('XKW');
  });

  const [queryHash] = JSON.parse(Buffer.from(timeCursor.encode(scope, position), 'base64url').toString()) as [string];

  test.each([
    ['nothing', ''],
    ['no JSON', '%%%'],
    ['an object', encode({})],
    ['an empty list', encode([])],
    ['the hash of another query', encode(['guess', position])],
    ['no position', encode([queryHash])],
    ['a position of numbers', encode([queryHash, { createdAt: 1, storeId: 2, reference: 3 }])],
    ['an invalid instant', encode([queryHash, { ...position, createdAt: 'yesterday' }])],
    ['a store id with the separator of keys', encode([queryHash, { ...position, storeId: 'b#c' }])],
    ['an empty reference', encode([queryHash, { ...position, reference: '' }])],
    ['a lone surrogate', encode([queryHash, { ...position, reference: '\ud800' }])],
  ])('is rejected if it contains %s', (_, cursor) => {
    expect(() => timeCursor.decode(scope, cursor)).toThrow(expect.objectContaining(invalidCursorFields));
  });
});
