import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { routes } from '#shared/api/routes/table.ts';
import { validate } from '#shared/api/validation.ts';
import { findAccessories } from '#shared/catalogue/repairs.ts';
import { buildRepairBooking } from '#shared/testing/repair.ts';

const product = 'switch-oled';
const accessory = findAccessories(product)[0]?.key;
const otherAccessory = findAccessories('switch-2')[0]?.key;

const booking = { region: 'nuk', ...buildRepairBooking({ product, purchaseDate: '2026-11-21' }) };

const context = { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 };

const findProblems = (change: Record<string, unknown>) => {
  const result = validate(routes.repairs.bookRepair, { ...booking, ...change }, context);
  return result.ok ? [] : result.problems.map(({ path, rule }) => `${path}: ${rule}`);
};

describe('bookRepair validation', () => {
  test('accepts a complete booking', () => {
    expect(findProblems({})).toEqual([]);
  });

  test.each([
    ['a future purchase date', { purchaseDate: '2026-11-22' }, ['purchaseDate: dateInFuture']],
    ['no purchase date', { purchaseDate: '' }, ['purchaseDate: required']],
    ['a day that does not exist', { purchaseDate: '2026-02-30' }, ['purchaseDate: date']],
    ['no serial number', { serialNumber: '' }, ['serialNumber: required']],
    ['a serial number of spaces', { serialNumber: '   ' }, ['serialNumber: required']],
    ['a serial number with punctuation', { serialNumber: 'XKW_1' }, ['serialNumber: pattern']],
    ['a serial number that is too long', { serialNumber: 'X'.repeat(31) }, ['serialNumber: maxLength']],
    ['accessories only, without any', { isOnlyAccessories: true }, ['accessories: required']],
    ['too many accessories', { accessories: Array(21).fill(accessory) }, ['accessories: maxLength']],
    ['a text instead of a boolean', { isOnlyAccessories: 'yes' }, ['isOnlyAccessories: pattern']],
    ['an accessory of another product', { accessories: [otherAccessory] }, ['accessories: accessoryOfProduct']],
    ['other problems without a description', { issue: 'otherProblems' }, ['detailedDescription: required']],
    ['an unknown issue', { issue: 'noIdea' }, ['issue: pattern']],
    ['no issue', { issue: '' }, ['issue: required']],
    ['an unknown product', { product: 'toaster' }, ['product: pattern']],
    ['a product that can no longer be booked', { product: 'wii-u' }, ['product: pattern']],
    ['no product', { product: '' }, ['product: required']],
    ['a blank reference', { storeRefNo: '  ' }, ['storeRefNo: required']],
    ['an invisible letter as the reference', { storeRefNo: '\u3164' }, ['storeRefNo: pattern']],
    ['a purchase before the first console', { purchaseDate: '0000-01-01' }, ['purchaseDate: dateTooEarly']],
    ['a reference that is too long', { storeRefNo: 'R'.repeat(41) }, ['storeRefNo: maxLength']],
    ['a description that is too long', { detailedDescription: 'd'.repeat(1001) }, ['detailedDescription: maxLength']],
    ['an absent customer', { customerPresence: false }, ['customerPresence: confirmation']],
    ['terms not accepted', { termsAcceptance: undefined }, ['termsAcceptance: confirmation']],
  ])('rejects %s', (_, change, expected) => {
    expect(findProblems(change)).toEqual(expected);
  });

  test('requires no serial number for accessories only', () => {
    expect(findProblems({ isOnlyAccessories: true, accessories: [accessory], serialNumber: '' })).toEqual([]);
  });

  test('reports every invalid field once', () => {
    expect(
      findProblems({
        product: '',
        issue: 'otherProblems',
        serialNumber: '',
        purchaseDate: '2027-01-01',
        storeRefNo: '',
      }),
    ).toEqual([
      'product: required',
      'storeRefNo: required',
      'serialNumber: required',
      'detailedDescription: required',
      'purchaseDate: dateInFuture',
    ]);
  });

  test('trims and upper-cases the serial number, keeps the reference as typed', () => {
    const result = validate(
      routes.repairs.bookRepair,
      { ...booking, serialNumber: ' xkw1 ', storeRefNo: ' aB 1 ' },
      context,
    );
    expect(result).toMatchObject({ ok: true, data: { serialNumber: 'XKW1', storeRefNo: 'aB 1' } });
  });

  test.each([
    ['emoji', '❤️ ⚠️ 1️⃣ 👨‍👩‍👧'],
    ['Persian', 'می\u200Cخواهم'],
    ['Hebrew', 'שלום\nעולם'],
  ])('accepts a description in %s', (_, detailedDescription) => {
    const result = validate(routes.repairs.bookRepair, { ...booking, detailedDescription }, context);
    expect(result).toMatchObject({ ok: true, data: { detailedDescription } });
  });

  test('removes invisible characters from the description and the reference', () => {
    const expected = { detailedDescription: 'broken screen', storeRefNo: 'A1' };
    const typedFields = {
      detailedDescription: '\uFEFF\u200Dbro\u200Bken\u2028\u200Fscreen\u00AD',
      storeRefNo: '\u200EA\u200B1',
    };
    expect(validate(routes.repairs.bookRepair, { ...booking, ...typedFields }, context)).toMatchObject({
      ok: true,
      data: expected,
    });
  });

  test('never throws for arbitrary input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record(Object.fromEntries(Object.keys(booking).map((key) => [key, fc.anything()])))),
        (input) => {
          const result = validate(routes.repairs.bookRepair, input, context);
          expect(typeof result.ok).toBe('boolean');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
