import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, Table } from '#lambdas/spreadsheets/table.ts';
import { oneLine } from '#lambdas/spreadsheets/text-column.ts';
import { acceptedOf, cellsOf, context, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { limits } from '#shared/limits.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { returnLine } from '#shared/returns/line.ts';
import type { ReturnsContext } from './report.ts';
import { reportOnTable } from './report.ts';

const lines = goodLines(4);
const tableOf = (rows: readonly (readonly Cell[])[], header: readonly Cell[] = headers): Table => ({
  header: { number: 1, cells: header },
  rows: rows.map((cells, index) => ({ number: index + 2, cells })),
  otherSheets: [],
  hiddenRows: [],
  spellings: [],
});

type Change = Partial<Record<FileColumn, Cell>>;

const long = (begin: string): Cell => ({ kind: 'long', begin });
const tooLong = (length: number) => ({ key: 'tooLong', length });

/** The report on good lines, the second of which is changed. */
const reportOn = (change: Change, more: Partial<ReturnsContext> = {}) =>
  reportOnTable(
    tableOf(
      lines.map((line, index) =>
        index === 1
          ? fileColumns.map((column) => (change[column] === undefined ? line[column] : change[column]))
          : cellsOf(line),
      ),
    ),
    { ...context, ...more },
  );

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

describe('the store and the reference', () => {
  test.each([{ storeRefNo: 'other' }, { storeId: 'ST-101' }])(
    'that differ (%j) refuse the file, naming every row by what it says',
    (other) => {
      const first = { storeId: 'ST-100', storeRefNo: 'RÉF 7/2026' };
      expect(reportOn(other)).toEqual({
        outcome: 'refused',
        code: 'ReturnsFileNotSameStoreReference',
        stores: [
          { ...first, rows: [2, 4, 5] },
          { ...first, ...other, rows: [3] },
        ],
      });
    },
  );

  test.each<[string, Change, Record<string, unknown>]>([
    ['reference', { storeRefNo: ' ' }, { storeId: 'ST-100', storeRefNo: '', unnamed: ['storeRefNo'] }],
    ['store', { storeId: null }, { storeId: 'ST-100', storeRefNo: 'RÉF 7/2026', unnamed: ['storeId'] }],
  ])('a %s nowhere in the file is that of the return', (_, change, expected) => {
    const rows = lines.map((line) =>
      fileColumns.map((column) => (column in change ? (change[column] ?? null) : line[column])),
    );
    expect(reportOnTable(tableOf(rows), context)).toMatchObject({ ...expected, accepted: { length: 4 }, refused: [] });
  });

  test('of another store than the caller’s refuse the file, naming the rows', () => {
    expect(reportOn({}, { allowedStores: ['ST-101', 'ST-1000'] })).toEqual({
      outcome: 'refused',
      code: 'ReturnsFileOtherStore',
      stores: [{ storeId: 'ST-100', storeRefNo: 'RÉF 7/2026', rows: [2, 3, 4, 5] }],
    });
  });

  test('an admin may send any', () =>
    expect(reportOn({}, { allowedStores: 'any' })).toMatchObject({
      outcome: 'read',
      storeId: 'ST-100',
      storeRefNo: 'RÉF 7/2026',
    }));

  test('any is still one that could be', () => {
    const odd = tableOf(lines.map((line) => cellsOf({ ...line, storeId: 'ST#100' })));
    expect(reportOnTable(odd, { ...context, allowedStores: 'any' })).toMatchObject({ code: 'ReturnsFileOtherStore' });
  });

  test.each([
    ['that lost its zeros is the caller’s', 42, ['0042'], { outcome: 'read', storeId: '0042' }],
    ['of which two stores come to the same is none', 42, ['0042', '042'], { code: 'ReturnsFileOtherStore' }],
    ['that is exact is taken at its word', '042', ['0042', '042'], { outcome: 'read', storeId: '042' }],
  ])('a store number %s', (_, storeId, allowedStores, expected) => {
    const table = tableOf(lines.map((line) => [storeId, ...cellsOf(line).slice(1)]));
    expect(reportOnTable(table, { ...context, allowedStores })).toMatchObject(expected);
  });
});

describe('the headers', () => {
  const withHeader = (
    header: readonly Cell[],
    more: Partial<ReturnsContext> = {},
    order = fileColumns as readonly FileColumn[],
    rows = lines,
  ) =>
    reportOnTable(
      tableOf(
        rows.map((line) => order.map((column) => line[column])),
        header,
      ),
      { ...context, ...more },
    );

  test('compare without case, accents, kinds of apostrophes and spaces', () => {
    expect(
      withHeader([
        'STORE  ID',
        ' référence magasin',
        'EAN-CODE',
        'designation du produit',
        'Date d\u0027achat',
        'N° de série',
      ]),
    ).toMatchObject({ outcome: 'read' });
  });

  const order = fileColumns.toReversed();
  const reversed = headers.toReversed();

  test('in another order are read as they stand, and the report says which order that is', () => {
    expect(withHeader(reversed, {}, order)).toEqual({ ...withHeader(headers), reordered: order });
    expect(withHeader(reversed, {}, order)).toMatchObject({ outcome: 'read', accepted: acceptedOf(lines) });
  });

  test('in the specification’s order are nothing to speak of', () =>
    expect(withHeader(headers)).not.toHaveProperty('reordered'));

  test('in another order are said so of a file that is refused for something else, too', () => {
    expect(withHeader(reversed, { allowedStores: ['UK-9'] }, order)).toMatchObject({
      outcome: 'refused',
      code: 'ReturnsFileOtherStore',
      reordered: order,
    });
    expect(withHeader(reversed, {}, order, [])).toEqual({ outcome: 'refused', code: 'FileEmpty', reordered: order });
  });

  test('that are missing, unknown or there twice are named', () => {
    expect(withHeader(['store id', 'store id', 'ean code', 'product', 'purchase date', { kind: 'formula' }])).toEqual({
      outcome: 'refused',
      code: 'ReturnsFileWrongHeaders',
      missing: ['storeRefNo', 'productDescription', 'serialNumber'],
      unknown: ['product', ''],
      repeated: ['storeId'],
    });
  });

  test('that are wrong name the sheets that were not read: the lines may stand on one of them', () =>
    expect(reportOnTable({ ...tableOf([], ['Notes']), otherSheets: ['Lines'] }, context)).toMatchObject({
      code: 'ReturnsFileWrongHeaders',
      otherSheets: ['Lines'],
    }));

  test('and blank columns between them do not', () => {
    const spaced = tableOf(
      lines.map((line) => cellsOf(line).flatMap((cell) => [null, cell])),
      headers.flatMap((header) => [null, header]),
    );
    expect(reportOnTable(spaced, context)).toMatchObject({ outcome: 'read', accepted: acceptedOf(lines) });
  });
});

test.each([
  [0, { outcome: 'refused', code: 'FileEmpty' }],
  [1000, { outcome: 'read', accepted: { length: 1000 } }],
  [1001, { outcome: 'refused', code: 'ReturnsFileTooManyLines', lines: 1001 }],
])('a file may have lines, up to a thousand: of %d', (count, expected) =>
  expect(reportOnTable(tableOf(goodLines(count).map(cellsOf)), context)).toMatchObject(expected),
);

test.each([
  ['has nothing that nobody sees', 'a\u0000\u200B\nb\uD800', 'a b'],
  ['is cut', 'x'.repeat(5000), 'x'.repeat(200)],
])('a value that is handed back %s', (_, productDescription, shown) => {
  const report = reportOn({ ean: 'x', productDescription });
  expect(report.outcome === 'read' && report.refused[0]?.values[3]).toBe(shown);
});

const oddCell = fc.oneof<fc.Arbitrary<Cell>[]>(
  fc.constantFrom<Cell>(null, '', ' ', '0', '21/11/2026', '11/21/2026', '2026-12-01', '4,54965E+12'),
  fc.constantFrom<Cell>({ kind: 'formula' }, { kind: 'date', date: '2026-11-20' }, { kind: 'error', text: '#N/A' }),
  fc.string(),
  fc.double(),
  fc.boolean(),
);

test('no row is unaccounted for, whatever stands in them: each is accepted, dropped, refused or set aside', () => {
  const rows = fc.array(
    fc.record({ index: fc.nat({ max: 40 }), column: fc.nat({ max: 6 }), cell: oddCell, isChanged: fc.boolean() }),
    { minLength: 1, maxLength: 30 },
  );
  const all = goodLines(41).map(cellsOf);
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom<ReturnsContext['allowedStores']>('any', ['ST-100'], []),
      (made, allowedStores) => {
        const table = tableOf(
          made.map(({ index, column, cell, isChanged }) => {
            const cells: Cell[] = [...(all[index] ?? [])];
            // The store and the reference are the file's, most of the time.
            if (isChanged && (column > 1 || index % 10 === 0)) cells[column] = cell;
            return cells;
          }),
        );
        const report = fileReport.parse(reportOnTable(table, { ...context, allowedStores }));
        const numbers = table.rows.map(({ number }) => number);
        if (report.outcome === 'read') {
          expect(
            [...report.accepted, ...report.dropped, ...report.refused, ...(report.setAside?.rows ?? [])]
              .map(({ row }) => row)
              .toSorted((one, other) => one - other),
          ).toEqual(numbers);
          expect(new Set(report.accepted.map(({ serialNumber }) => serialNumber)).size).toBe(report.accepted.length);
          expect(report.rows).toBe(numbers.length - (report.setAside?.rows.length ?? 0));
        } else {
          expect(report.outcome).toBe('refused');
        }
      },
    ),
    { numRuns: 3000 },
  );
});
