import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { returnItems } from '#shared/catalogue/returns.ts';
import { buildReturnBooking, buildReturnLine } from '#shared/testing/return.ts';
import { returnBooking, returnBookingRules } from './booking.ts';

const [item, otherItem] = returnItems;
if (!item || !otherItem) throw new Error('The catalogue is empty.');

const line = buildReturnLine({
  product: item.key,
  purchaseDate: '2026-11-01',
  returnDate: '2026-11-21',
});
const booking = { region: 'nuk', ...buildReturnBooking({ lines: [line] }) };
const context = { today: '2026-11-21', returnPeriodDays: 30, isAdmin: false };

const findInvalidPaths = (input: unknown) =>
  returnBooking.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];
const findProblems = (change: Partial<typeof line>, overrides: Partial<typeof context> = {}) =>
  returnBookingRules(returnBooking.parse({ ...booking, lines: [{ ...line, ...change }] }), {
    ...context,
    ...overrides,
  }).map(({ path, rule, length }) => `${path}: ${rule}${length === undefined ? '' : ` ${length}`}`);

describe('returnBooking and returnBookingRules', () => {
  test('accept a complete booking', () => expect(findProblems({})).toEqual([]));

  test.each([
    ['no lines', { lines: [] }, ['lines']],
    ['1,001 lines', { lines: Array.from({ length: 1001 }, () => line) }, ['lines']],
    ['no reference', { storeRefNo: ' ' }, ['storeRefNo']],
    ['a file hash with an invalid format', { files: ['x'] }, ['files.0']],
    ['too many files', { files: Array.from({ length: 21 }, () => 'a1'.repeat(32)) }, ['files']],
    ['an RMA number in a line', { lines: [{ ...line, rma: '1' }] }, ['lines.0']],
    ['an invalid id', { id: 'x' }, ['id']],
    ['an unknown field', { storeName: 'x' }, ['']],
  ])('reject %s', (_, change, expected) => expect(findInvalidPaths({ ...booking, ...change })).toEqual(expected));

  test.each([
    ['no EAN', { ean: '' }, 'ean'],
    ['an EAN with a wrong digit', { ean: '9520001000073' }, 'ean'],
    ['no serial number', { serialNumber: ' ' }, 'serialNumber'],
    ['a serial number with punctuation', { serialNumber: 'X_1' }, 'serialNumber'],
    ['an unknown product', { product: 'toaster' }, 'product'],
    ['no description', { productDescription: '' }, 'productDescription'],
    ['a long description', { productDescription: 'x'.repeat(101) }, 'productDescription'],
    ['a description with too many bytes', { productDescription: '任'.repeat(61) }, 'productDescription'],
    ['a day that does not exist', { purchaseDate: '2026-02-30' }, 'purchaseDate'],
    ['no return date', { returnDate: '' }, 'returnDate'],
  ])('reject a line with %s', (_, change, field) =>
    expect(findInvalidPaths({ ...booking, lines: [line, { ...line, ...change }] })).toEqual([`lines.1.${field}`]),
  );

  test.each([
    ['with a future purchase date', { purchaseDate: '2026-11-22' }, ['lines.0.purchaseDate: dateInFuture']],
    ['with a future return date', { returnDate: '2026-11-22' }, ['lines.0.returnDate: dateInFuture']],
    ['with a purchase date before 1980', { purchaseDate: '1979-12-31' }, ['lines.0.purchaseDate: dateTooEarly']],
    [
      'returned before it was bought',
      { purchaseDate: '2026-11-10', returnDate: '2026-11-09' },
      ['lines.0.returnDate: returnBeforePurchase'],
    ],
    ['returned on the day it was bought', { purchaseDate: '2026-11-21' }, []],
    ['returned on the last day', { purchaseDate: '2026-10-22' }, []],
    ['returned a day too late', { purchaseDate: '2026-10-21' }, ['lines.0.returnDate: returnPeriod 30']],
    ['with the EAN of another product', { ean: otherItem.ean }, ['lines.0.ean: pattern']],
  ])('check a line %s', (_, change, expected) => expect(findProblems(change)).toEqual(expected));

  test('apply the region’s return period', () =>
    expect(findProblems({ purchaseDate: '2026-11-19' }, { returnPeriodDays: 1 })).toEqual([
      'lines.0.returnDate: returnPeriod 1',
    ]));

  test('report repeated serial numbers, ignoring case', () => {
    const lines = ['xkw1', 'XKW2', 'XKW1 ', 'XKW2', 'XKW1'].map((serialNumber) => ({ ...line, serialNumber }));
    expect(returnBookingRules(returnBooking.parse({ ...booking, lines }), context)).toEqual(
      [2, 3, 4].map((index) => ({ path: `lines.${index}.serialNumber`, rule: 'serialNumberTwice' })),
    );
  });

  test('convert a UPC-12 and spaces to an EAN', () => {
    const parsed = returnBooking.parse({
      ...booking,
      lines: [{ ...line, ean: ` ${line.ean.slice(0, 1)} ${line.ean.slice(1)}` }],
    });
    expect(parsed.lines[0]?.ean).toBe(line.ean);
  });

  test('ignore fields that failed their own schema', () => expect(returnBookingRules({}, context)).toEqual([]));

  test('never throw for arbitrary input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ region: fc.constant('nuk'), lines: fc.array(fc.anything()) })),
        (input) => expect(typeof returnBooking.safeParse(input).success).toBe('boolean'),
      ),
      { numRuns: 1000 },
    );
  });
});
