import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import { toSingleLine } from '#lambdas/lib/spreadsheets/text-column.ts';
import {
  toAcceptedLines,
  toCells,
  context,
  buildGoodLines,
  headers,
  buildTable,
} from '#lambdas/testing/files/lines.ts';
import type { LineChange } from '#lambdas/testing/files/report-on.ts';
import { reportOn } from '#lambdas/testing/files/report-on.ts';
import { limits } from '#shared/config/limits.ts';
import { returnLine } from '#shared/returns/line.ts';
import { reportOnTable } from './build-report.ts';

// The file's first row has the headers, so the second line, which `reportOn` changes, is row 3.
const lines = buildGoodLines(4);
const buildLongCell = (begin: string): Cell => ({ kind: 'long', begin });
const buildTooLongReason = (length: number) => ({ key: 'tooLong', length });

test.each([
  ['serialNumber', 'AZaz09-_ß ', 32],
  ['productDescription', 'aZ9é€„;\u00A0\u200B\u2028\t ', 90],
] as const)('accepts a %s exactly if a booking accepts it', (column, characters, maxLength) => {
  const texts = fc.string({ unit: fc.constantFrom(...characters), maxLength }).map((text) => toSingleLine(text).trim());
  fc.assert(
    fc.property(
      texts.filter((text) => text !== ''),
      (text) => {
        const report = reportOn({ [column]: text });
        const parseResult = returnLine.shape[column].safeParse(text);
        const { accepted = [], refused = [] } = report.outcome === 'read' ? report : {};
        // A doubtful serial number waits for confirmation, but the line exists.
        const line = accepted.find(({ row }) => row === 3) ?? refused[0]?.line;
        expect(line?.[column]).toBe(parseResult.success ? parseResult.data : undefined);
      },
    ),
    { numRuns: 300 },
  );
});

describe('a row', () => {
  test.each<[string, LineChange, string | Record<string, unknown>]>([
    ['without a serial number', { serialNumber: ' ' }, 'missing'],
    ['with a wrong digit', { ean: '9520001000141' }, 'eanCheckDigit'],
    ['with a malformed serial number', { serialNumber: 'XKW_1' }, 'serialNumberMalformed'],
    ['with a serial number too long', { serialNumber: 'X'.repeat(31) }, buildTooLongReason(30)],
    ['with a serial number that was shortened', { serialNumber: '1,23E+16' }, 'numberMangled'],
    ['with a serial number that became a date', { serialNumber: { kind: 'date', date: '2026-03-04' } }, 'notText'],
    ['with a serial number that became a date, in text', { serialNumber: '2026-03-04' }, 'notText'],
    ['with a repeated serial number', { serialNumber: 'xkw10000000000' }, { key: 'serialNumberTwice', row: 2 }],
    ['bought before 1980', { purchaseDate: '31.12.1979' }, 'dateTooEarly'],
    ['bought too long ago', { purchaseDate: '2026-10-21' }, { key: 'periodExceeded', days: 30 }],
    ['with a formula for its store', { storeId: { kind: 'formula' } }, 'formula'],
    ['with a long description', { productDescription: 'x'.repeat(101) }, buildTooLongReason(100)],
    [
      'with a description that the reader has truncated',
      { productDescription: buildLongCell('x') },
      buildTooLongReason(100),
    ],
    [
      'with a store that the reader has truncated',
      { storeId: buildLongCell('ST-100') },
      buildTooLongReason(limits.text.storeId),
    ],
    [
      'with a reference that the reader has truncated',
      { storeRefNo: buildLongCell('x') },
      buildTooLongReason(limits.text.storeRefNo),
    ],
    [
      'with a serial number that the reader has truncated',
      { serialNumber: buildLongCell('x') },
      buildTooLongReason(30),
    ],
    ['with an EAN that the reader has truncated', { ean: buildLongCell(lines[0]?.ean ?? '') }, 'eanMalformed'],
    ['with a date that the reader has truncated', { purchaseDate: buildLongCell('2026-11-20') }, 'dateUnreadable'],
    ['with a description of many bytes', { productDescription: '任'.repeat(70) }, buildTooLongReason(100)],
    ['with a serial number displayed differently', { serialNumber: { kind: 'formatted', value: 100_000 } }, 'notText'],
    ['with a date followed by many blanks', { purchaseDate: `20.11.2026${' '.repeat(900)}x` }, 'dateUnreadable'],
    ['with invisible characters', { serialNumber: 'XKW\u31641' }, { key: 'unseen', signs: 'U+3164' }],
    ['with an EAN typed on a French keyboard', { ean: 'ç(éààà&àààà_é' }, 'otherKeyboard'],
    ['with a serial number typed on a French keyboard', { serialNumber: 'XKZ&àààààà&' }, 'otherKeyboard'],
    ['with a spreadsheet error as reference', { storeRefNo: '#BEZUG!' }, 'errorValue'],
    ['without a reference that other rows have', { storeRefNo: '' }, 'missing'],
    ['without a store that other rows name', { storeId: null }, 'missing'],
  ])('%s is rejected with its reason, and the other rows are accepted', (_, change, reason) => {
    const acceptedLines = toAcceptedLines(lines);
    const [column] = Object.keys(change);
    const expected = typeof reason === 'string' ? { key: reason } : reason;
    expect(reportOn(change)).toMatchObject({
      outcome: 'read',
      rows: 4,
      accepted: [acceptedLines[0], acceptedLines[2], acceptedLines[3]],
      dropped: [],
      refused: [{ row: 3, reasons: [{ column, ...expected }] }],
    });
  });

  test('is rejected with all reasons at once', () =>
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

  test('with a future purchase date is dropped and reported', () => {
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

  test.each<[string, LineChange, Record<string, unknown>]>([
    ['bought today', { purchaseDate: '2026-11-21' }, { purchaseDate: '2026-11-21', returnDate: '2026-11-21' }],
    ['bought on the last day of the period', { purchaseDate: '22.10.2026' }, { purchaseDate: '2026-10-22' }],
    ['with a serial number in groups', { serialNumber: '\u200ESN 123\u00A04567' }, { serialNumber: 'SN1234567' }],
    [
      'without a description, which comes from the catalog',
      { productDescription: null },
      { productDescription: 'Super Mario Bros. Wonder' },
    ],
    ['with a description over two lines', { productDescription: 'Zelda\r\n  II' }, { productDescription: 'Zelda II' }],
    ['with a reference in another case', { storeRefNo: 'réf 7/2026 ' }, {}],
    ['with a reference copied from a web page', { storeRefNo: '\u200BRÉF 7/2026' }, {}],
    ['with its store in lower case', { storeId: 'st-100' }, {}],
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
  ])('with the serial number %j waits for confirmation', (serialNumber, key) => {
    expect(reportOn({ serialNumber })).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }, { row: 5 }],
      refused: [{ row: 3, reasons: [{ column: 'serialNumber', key }], line: { serialNumber: String(serialNumber) } }],
    });
  });

  test('with more cells than headers is rejected', () => {
    const report = reportOnTable(buildTable([[...buildGoodLines(1).flatMap(toCells), 'note']]), context);
    expect(report).toMatchObject({
      accepted: [],
      refused: [{ row: 2, reasons: [{ column: null, key: 'beyondColumns' }] }],
    });
  });

  test('with a cell under a blank header is rejected', () => {
    const table = buildTable(
      lines.map((line, index) => ['', ...toCells(line)].with(0, index === 1 ? 'note' : '')),
      ['', ...headers],
    );
    expect(reportOnTable(table, context)).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }, { row: 5 }],
      refused: [{ row: 3, reasons: [{ column: null, key: 'beyondColumns' }] }],
    });
  });

  test('is accepted if an earlier row with its serial number is rejected', () => {
    const [firstCells = [], secondCells = []] = buildGoodLines(2).map(toCells);
    const report = reportOnTable(
      buildTable([firstCells.with(2, 'x'), secondCells.with(5, firstCells[5] ?? '')]),
      context,
    );
    expect(report).toMatchObject({ accepted: [{ row: 3 }], refused: [{ row: 2 }] });
  });

  test('with an ambiguous date is rejected if another is month-first', () => {
    const dates = ['04/11/2026', '11/20/2026', '2026-11-04', '11/11/2026'];
    const report = reportOnTable(
      buildTable(lines.map((line, index) => toCells({ ...line, purchaseDate: dates[index] ?? '' }))),
      context,
    );
    expect(report).toMatchObject({
      accepted: [{ row: 4 }, { row: 5 }],
      refused: [{ row: 2, reasons: [{ key: 'dateMonthFirst' }] }, { row: 3 }],
    });
  });
});

test.each([
  ['without invisible characters', 'a\u0000\u200B\nb\uD800', 'a b'],
  ['shortened', 'x'.repeat(5000), 'x'.repeat(200)],
])('shows a rejected value %s', (_, productDescription, shownValue) => {
  const report = reportOn({ ean: 'x', productDescription });
  expect(report.outcome === 'read' && report.refused[0]?.values[3]).toBe(shownValue);
});
