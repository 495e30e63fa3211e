import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { by, staff } from '#lambdas/testing/callers.ts';
import { kinds } from '#lambdas/testing/kinds.ts';
import { calendarDate } from '#shared/dates.ts';
import { cursor as cursorField, storeRefNo } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import { searchTerm } from '#shared/records/search.ts';
import { regionIds, regions } from '#shared/regions.ts';
import { isWithin, instantsOf, searchCursor, timeCursor } from './list.ts';

const badCursor = { code: 'InvalidParameterException', problems: [{ path: 'cursor', rule: 'pattern' }] };

describe.each(kinds)('listing $name', ({ name, handlers, rowWith }) => {
  const list = jest.fn(async () => ({ items: [rowWith()], hasMore: true }));
  const handler = handlers({ [name]: { list } }).list;
  const ask = async (query: object = {}, caller = staff) =>
    (await handler({ region: 'nuk', limit: 25, ...query }, by(caller))).body;

  test.each<[string, Parameters<typeof ask>]>([
    ['another region', [{ region: 'nfr' }]],
    ['another store', [{}, { ...staff, storeId: 'UK-2' }]],
    ['another filter', [{ state: 'submitted' }]],
    ['another period', [{ to: '2026-11-21' }]],
    ['a search', [{ search: 'ref' }]],
  ])('has a cursor that says nothing to %s', async (_, [query, caller]) => {
    const { cursor } = await ask();
    list.mockClear();
    await expect(ask({ ...query, cursor }, caller)).rejects.toMatchObject(badCursor);
    expect(list).not.toHaveBeenCalled();
  });
});

describe('a period of days', () => {
  test('may be open at either end', () => {
    expect(instantsOf('nuk', {})).toEqual({});
    expect(instantsOf('nuk', { from: '2026-11-21' })).toEqual({ from: '2026-11-21T00:00:00.000Z' });
    expect(instantsOf('nuk', { to: '2026-11-21' })).toEqual({ to: '2026-11-21T23:59:59.999Z' });
  });

  test('holds an instant exactly when its day in the region does', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
    const days = instants.map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...regionIds), days, days, instants, (region, from, to, instant) => {
        const day = calendarDate(instant, regions[region].timeZone);
        expect(isWithin(instant.toISOString(), instantsOf(region, { from, to }))).toBe(from <= day && day <= to);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['0001-01-01', '0000-01-01', '1899-12-31', '9999-12-31'])('with %s in it is still one', (date) => {
    const now = '2026-11-21T10:00:00.000Z';
    expect(isWithin(now, instantsOf('nuk', { from: date }))).toBe(date < now);
    expect(isWithin(now, instantsOf('nuk', { to: date }))).toBe(date > now);
  });
});

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

  const end = { createdAt: '2026-01-01T00:00:00.000Z', storeId: 'b', reference: 'c' };

  test('holds nothing but where the page ended', () => {
    const row = { ...end, serialNumber: 'XKW10012345678' };
    expect(Buffer.from(timeCursor.encode(scope, row), 'base64url').toString()).not.toContain('XKW');
  });

  const [question] = JSON.parse(Buffer.from(timeCursor.encode(scope, end), 'base64url').toString()) as [string];

  test.each([
    ['nothing', ''],
    ['no JSON', '%%%'],
    ['an object', text({})],
    ['an empty list', text([])],
    ['another question', text(['guess', end])],
    ['no position', text([question])],
    ['a position of numbers', text([question, { createdAt: 1, storeId: 2, reference: 3 }])],
    ['no instant', text([question, { ...end, createdAt: 'yesterday' }])],
    ['a store id that ends a key', text([question, { ...end, storeId: 'b#c' }])],
    ['an empty reference', text([question, { ...end, reference: '' }])],
    ['half a letter', text([question, { ...end, reference: '\ud800' }])],
  ])('that holds %s is refused', (_, made) => {
    expect(() => timeCursor.decode(scope, made)).toThrow(refused);
  });
});
