import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { oneLine } from '#lambdas/spreadsheets/text-column.ts';
import { acceptedOf, cellsOf, context, goodLines, headers, tableOf } from '#lambdas/testing/files/lines.ts';
import type { Change } from '#lambdas/testing/files/report-on.ts';
import { reportOn } from '#lambdas/testing/files/report-on.ts';
import { limits } from '#shared/limits.ts';
import { returnLine } from '#shared/returns/line.ts';
import { reportOnTable } from './report.ts';

const lines = goodLines(4);
const long = (begin: string): Cell => ({ kind: 'long', begin });
const tooLong = (length: number) => ({ key: 'tooLong', length });

test.each([
  ['serialNumber', 'AZaz09-_ß ', 32],
  ['productDescription', 'aZ9é€„;\u00A0\u200B\u2028\t ', 90],
] as const)('%s: a text is taken when a booking takes it, and as the booking has it', (column, signs, maxLength) => {
  const texts = fc.string({ unit: fc.constantFrom(...signs), maxLength }).map((text) => oneLine(text).trim());
  fc.assert(
    fc.property(
      texts.filter((text) => text !== ''),
      (text) => {
        const report = reportOn({ [column]: text });
        const taken = returnLine.shape[column].safeParse(text);
        const { accepted = [], refused = [] } = report.outcome === 'read' ? report : {};
        // A doubtful one waits, but is a line.
        const line = accepted.find(({ row }) => row === 3) ?? refused[0]?.line;
        expect(line?.[column]).toBe(taken.success ? taken.data : undefined);
      },
    ),
    { numRuns: 300 },
  );
});

describe('a row', () => {
  test.each<[string, Change, string | Record<string, unknown>]>([
    ['without a serial number', { serialNumber: ' ' }, 'missing'],
    ['with a wrong digit', { ean: '9520001000141' }, 'eanCheckDigit'],
    ['with a serial number of signs', { serialNumber: 'XKW_1' }, 'serialNumberMalformed'],
    ['with a serial number too long', { serialNumber: 'X'.repeat(31) }, tooLong(30)],
    ['with a serial number that was shortened', { serialNumber: '1,23E+16' }, 'numberMangled'],
    ['with a serial number that became a date', { serialNumber: { kind: 'date', date: '2026-03-04' } }, 'notText'],
    ['with a serial number that became a date, in text', { serialNumber: '2026-03-04' }, 'notText'],
    ['with the serial number of another', { serialNumber: 'xkw10000000000' }, { key: 'serialNumberTwice', row: 2 }],
    ['bought before there were consoles', { purchaseDate: '31.12.1979' }, 'dateTooEarly'],
    ['bought too long ago', { purchaseDate: '2026-10-21' }, { key: 'periodExceeded', days: 30 }],
    ['with a formula for its store', { storeId: { kind: 'formula' } }, 'formula'],
    ['with a long description', { productDescription: 'x'.repeat(101) }, tooLong(100)],
    ['with a description too long to be kept', { productDescription: long('x') }, tooLong(100)],
    ['with a store too long to be kept', { storeId: long('ST-100') }, tooLong(limits.text.storeId)],
    ['with a reference too long to be kept', { storeRefNo: long('x') }, tooLong(limits.text.storeRefNo)],
    ['with a serial number too long to be kept', { serialNumber: long('x') }, tooLong(30)],
    ['with an EAN too long to be kept', { ean: long(lines[0]?.ean ?? '') }, 'eanMalformed'],
    ['with a date too long to be kept', { purchaseDate: long('2026-11-20') }, 'dateUnreadable'],
    ['with a description of many bytes', { productDescription: '任'.repeat(70) }, tooLong(100)],
    [
      'with a serial number that shows as another number',
      { serialNumber: { kind: 'formatted', value: 100_000 } },
      'notText',
    ],
    ['with a date behind a thousand blanks', { purchaseDate: `20.11.2026${' '.repeat(900)}x` }, 'dateUnreadable'],
    ['with signs that nobody sees', { serialNumber: 'XKW\u31641' }, { key: 'unseen', signs: 'U+3164' }],
    ['with an EAN that a French keyboard typed', { ean: 'ç(éààà&àààà_é' }, 'otherKeyboard'],
    ['with a serial number that a French keyboard typed', { serialNumber: 'XKZ&àààààà&' }, 'otherKeyboard'],
    ['with a reference that is an error of the spreadsheet', { storeRefNo: '#BEZUG!' }, 'errorValue'],
    ['without a reference, which others have', { storeRefNo: '' }, 'missing'],
    ['without a store, which others name', { storeId: null }, 'missing'],
  ])('%s is refused with the reason, at that column, and no other row is', (_, change, reason) => {
    const good = acceptedOf(lines);
    const [column] = Object.keys(change);
    const said = typeof reason === 'string' ? { key: reason } : reason;
    expect(reportOn(change)).toMatchObject({
      outcome: 'read',
      rows: 4,
      accepted: [good[0], good[2], good[3]],
      dropped: [],
      refused: [{ row: 3, reasons: [{ column, ...said }] }],
    });
  });

  test('with everything wrong is refused with all reasons', () =>
    expect(reportOn({ ean: 'x', purchaseDate: '2026-11-22', serialNumber: null })).toMatchObject({
      refused: [
        {
          row: 3,
          reasons: [
            { column: 'ean', key: 'eanMalformed' },
            { column: 'purchaseDate', key: 'dateInFuture' },
            { column: 'serialNumber', key: 'missing' },
          ],
        },
      ],
    }));

  test('bought in the future is dropped, and said', () => {
    expect(reportOn({ purchaseDate: '22/11/2026' })).toMatchObject({
      rows: 4,
      dropped: [
        {
          row: 3,
          purchaseDate: '2026-11-22',
          values: ['ST-100', 'RÉF 7/2026', '9520001000140', expect.any(String), '22/11/2026', 'XKW10000000001'],
        },
      ],
      refused: [],
    });
  });

  test.each<[string, Change, Record<string, unknown>]>([
    ['bought today', { purchaseDate: '2026-11-21' }, { purchaseDate: '2026-11-21', returnDate: '2026-11-21' }],
    ['bought on the last day of the period', { purchaseDate: '22.10.2026' }, { purchaseDate: '2026-10-22' }],
    ['with a serial number in groups', { serialNumber: '\u200ESN 123\u00A04567' }, { serialNumber: 'SN1234567' }],
    [
      'without a description, which the catalogue has',
      { productDescription: null },
      { productDescription: 'Super Mario Bros. Wonder' },
    ],
    ['with a description over two lines', { productDescription: 'Zelda\r\n  II' }, { productDescription: 'Zelda II' }],
    ['with a reference in other letters', { storeRefNo: 'réf 7/2026 ' }, {}],
    ['with a reference that was copied from a page', { storeRefNo: '\u200BRÉF 7/2026' }, {}],
    ['with its store in small letters', { storeId: 'st-100' }, {}],
  ])('%s is accepted', (_, change, expected) => {
    const report = reportOn(change);
    expect(report).toMatchObject({ outcome: 'read', dropped: [], refused: [] });
    expect(report.outcome === 'read' && report.accepted[1]).toMatchObject({
      row: 3,
      product: 'super-mario-bros-wonder',
      ...expected,
    });
  });

  test.each<[string | number, string]>([
    ['9520001000140', 'serialNumberEan'],
    ['1', 'serialNumberUnlikely'],
    [12_345, 'serialNumberZeros'],
  ])('with the serial number %j waits for somebody to say that it is right', (serialNumber, key) => {
    expect(reportOn({ serialNumber })).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }, { row: 5 }],
      refused: [{ row: 3, reasons: [{ column: 'serialNumber', key }], line: { serialNumber: String(serialNumber) } }],
    });
  });

  test('that holds more than there are headers is refused: its cells may have slipped', () => {
    const report = reportOnTable(tableOf([[...goodLines(1).flatMap(cellsOf), 'note']]), context);
    expect(report).toMatchObject({
      accepted: [],
      refused: [{ row: 2, reasons: [{ column: null, key: 'beyondColumns' }] }],
    });
  });

  test('that holds something between the columns, under no header, is refused too', () => {
    const table = tableOf(
      lines.map((line, index) => ['', ...cellsOf(line)].with(0, index === 1 ? 'note' : '')),
      ['', ...headers],
    );
    expect(reportOnTable(table, context)).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }, { row: 5 }],
      refused: [{ row: 3, reasons: [{ column: null, key: 'beyondColumns' }] }],
    });
  });

  test('of which two have one serial number, but the first is refused, is accepted', () => {
    const [first, second] = goodLines(2).map(cellsOf);
    const report = reportOnTable(
      tableOf([[...(first ?? [])].with(2, 'x'), [...(second ?? [])].with(5, first?.[5] ?? '')]),
      context,
    );
    expect(report).toMatchObject({ accepted: [{ row: 3 }], refused: [{ row: 2 }] });
  });

  test('that could have the month in front is refused as soon as another row has', () => {
    const dates = ['04/11/2026', '11/20/2026', '2026-11-04', '11/11/2026'];
    const report = reportOnTable(
      tableOf(lines.map((line, index) => cellsOf({ ...line, purchaseDate: dates[index] ?? '' }))),
      context,
    );
    expect(report).toMatchObject({
      accepted: [{ row: 4 }, { row: 5 }],
      refused: [{ row: 2, reasons: [{ key: 'dateMonthFirst' }] }, { row: 3 }],
    });
  });
});

test.each([
  ['has nothing that nobody sees', 'a\u0000\u200B\nb\uD800', 'a b'],
  ['is cut', 'x'.repeat(5000), 'x'.repeat(200)],
])('a value that is handed back %s', (_, productDescription, shown) => {
  const report = reportOn({ ean: 'x', productDescription });
  expect(report.outcome === 'read' && report.refused[0]?.values[3]).toBe(shown);
});
