import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accessoriesOf } from '#shared/catalogue/repairs.ts';
import { routes } from '#shared/routes/table.ts';
import { check } from '#shared/validation.ts';

const product = 'switch-oled';
const accessory = accessoriesOf(product)[0]?.key;
const foreign = accessoriesOf('switch-2')[0]?.key;

const booking = {
  region: 'nuk',
  id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  product,
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XKW10012345678',
  purchaseDate: '2026-11-21',
  storeRefNo: 'Ref 1',
  detailedDescription: '',
  customerPresence: true,
  termsAcceptance: true,
};

const context = { today: '2026-11-21', isAdmin: false, returnPeriodDays: 30 };

const problems = (change: Record<string, unknown>) => {
  const checked = check(routes.repairs.bookRepair, { ...booking, ...change }, context);
  return checked.ok ? [] : checked.problems.map(({ path, rule }) => `${path}: ${rule}`);
};

describe('booking a repair', () => {
  test('a complete booking has no problem', () => {
    expect(problems({})).toEqual([]);
  });

  test.each([
    ['a future purchase date', { purchaseDate: '2026-11-22' }, ['purchaseDate: dateInFuture']],
    ['no purchase date', { purchaseDate: '' }, ['purchaseDate: required']],
    ['a day that does not exist', { purchaseDate: '2026-02-30' }, ['purchaseDate: date']],
    ['no serial number', { serialNumber: '' }, ['serialNumber: required']],
    ['a serial number of spaces', { serialNumber: '   ' }, ['serialNumber: required']],
    ['a serial number with signs', { serialNumber: 'XKW_1' }, ['serialNumber: pattern']],
    ['a serial number too long', { serialNumber: 'X'.repeat(31) }, ['serialNumber: maxLength']],
    ['accessories only, but none chosen', { isOnlyAccessories: true }, ['accessories: required']],
    ['more accessories than a parcel holds', { accessories: Array(21).fill(accessory) }, ['accessories: maxLength']],
    ['a flag in words', { isOnlyAccessories: 'yes' }, ['isOnlyAccessories: pattern']],
    ['an accessory of another product', { accessories: [foreign] }, ['accessories: accessoryOfProduct']],
    ['other problems without a description', { issue: 'otherProblems' }, ['detailedDescription: required']],
    ['an unknown issue', { issue: 'noIdea' }, ['issue: pattern']],
    ['no issue', { issue: '' }, ['issue: required']],
    ['an unknown product', { product: 'toaster' }, ['product: pattern']],
    ['a product that is only a label', { product: 'wii-u' }, ['product: pattern']],
    ['no product', { product: '' }, ['product: required']],
    ['a blank reference', { storeRefNo: '  ' }, ['storeRefNo: required']],
    ['an invisible letter as the reference', { storeRefNo: '\u3164' }, ['storeRefNo: pattern']],
    ['a purchase before there were consoles', { purchaseDate: '0000-01-01' }, ['purchaseDate: dateTooEarly']],
    ['a reference too long', { storeRefNo: 'R'.repeat(41) }, ['storeRefNo: maxLength']],
    ['a description too long', { detailedDescription: 'd'.repeat(1001) }, ['detailedDescription: maxLength']],
    ['no presence of the customer', { customerPresence: false }, ['customerPresence: confirmation']],
    ['terms not accepted', { termsAcceptance: undefined }, ['termsAcceptance: confirmation']],
  ])('%s is refused at its field', (_, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  test('accessories only needs no serial number', () => {
    expect(problems({ isOnlyAccessories: true, accessories: [accessory], serialNumber: '' })).toEqual([]);
  });

  test('every wrong field is told at once, once each', () => {
    expect(
      problems({ product: '', issue: 'otherProblems', serialNumber: '', purchaseDate: '2027-01-01', storeRefNo: '' }),
    ).toEqual([
      'product: required',
      'storeRefNo: required',
      'serialNumber: required',
      'detailedDescription: required',
      'purchaseDate: dateInFuture',
    ]);
  });

  test('the serial number is trimmed and upper-cased, the reference kept as typed', () => {
    const checked = check(
      routes.repairs.bookRepair,
      { ...booking, serialNumber: ' xkw1 ', storeRefNo: ' aB 1 ' },
      context,
    );
    expect(checked).toMatchObject({ ok: true, data: { serialNumber: 'XKW1', storeRefNo: 'aB 1' } });
  });

  test.each([
    ['emoji', '❤️ ⚠️ 1️⃣ 👨‍👩‍👧'],
    ['Persian', 'می\u200Cخواهم'],
    ['Hebrew', 'שלום\nעולם'],
  ])('a description may be in %s', (_, detailedDescription) => {
    const checked = check(routes.repairs.bookRepair, { ...booking, detailedDescription }, context);
    expect(checked).toMatchObject({ ok: true, data: { detailedDescription } });
  });

  test('what nobody can see is taken out of the description and the reference', () => {
    const seen = { detailedDescription: 'broken screen', storeRefNo: 'A1' };
    const unseen = {
      detailedDescription: '\uFEFF\u200Dbro\u200Bken\u2028\u200Fscreen\u00AD',
      storeRefNo: '\u200EA\u200B1',
    };
    expect(check(routes.repairs.bookRepair, { ...booking, ...unseen }, context)).toMatchObject({
      ok: true,
      data: seen,
    });
  });

  test('no input, however odd, makes the check throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record(Object.fromEntries(Object.keys(booking).map((key) => [key, fc.anything()])))),
        (input) => {
          const checked = check(routes.repairs.bookRepair, input, context);
          expect(typeof checked.ok).toBe('boolean');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
