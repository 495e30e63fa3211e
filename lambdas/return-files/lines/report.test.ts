import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { acceptedOf, cellsOf, context, goodLines, headers, tableOf } from '#lambdas/testing/files/lines.ts';
import type { Change } from '#lambdas/testing/files/report-on.ts';
import { reportOn } from '#lambdas/testing/files/report-on.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import type { ReturnsContext } from './report.ts';
import { reportOnTable } from './report.ts';

const lines = goodLines(4);

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

  const blankBelow = (...columns: readonly FileColumn[]) =>
    tableOf(
      lines.map((line, index) =>
        fileColumns.map((column) => (index > 0 && columns.includes(column) ? '' : line[column])),
      ),
    );

  test.each<[readonly FileColumn[]]>([[['storeId', 'storeRefNo']], [['storeRefNo']], [['storeId']]])(
    'in the first line only (%j) are those of all lines, as one merged cell is',
    (columns) =>
      expect(reportOnTable(blankBelow(...columns), context)).toMatchObject({
        storeId: 'ST-100',
        storeRefNo: 'RÉF 7/2026',
        unnamed: [],
        accepted: { length: 4 },
        refused: [],
      }),
  );

  test('in the first line and in one more have to be in each', () => {
    const { rows, ...table } = blankBelow('storeRefNo');
    const named = rows.map(({ number, cells }) => ({
      number,
      cells: number === 4 ? cells.with(1, 'RÉF 7/2026') : cells,
    }));
    expect(reportOnTable({ ...table, rows: named }, context)).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: 'storeRefNo', key: 'missing' }] }, { row: 5 }],
    });
  });

  test('in a line that is not the first have to be in each', () => {
    const { rows, ...table } = blankBelow('storeRefNo');
    const moved = rows.toReversed().map(({ cells }, index) => ({ number: index + 2, cells }));
    expect(reportOnTable({ ...table, rows: moved }, context)).toMatchObject({
      accepted: [{ row: 5 }],
      refused: { length: 3 },
    });
  });

  test('of another store than the caller’s refuse the file, naming the rows', () => {
    expect(reportOn({}, { storeId: 'ST-1000' })).toEqual({
      outcome: 'refused',
      code: 'ReturnsFileOtherStore',
      stores: [{ storeId: 'ST-100', storeRefNo: 'RÉF 7/2026', rows: [2, 3, 4, 5] }],
    });
  });

  test.each([
    [42, '0042'],
    ['st-7', 'ST-7'],
  ])('%s is the caller’s %s, which a spreadsheet or somebody wrote otherwise', (written, storeId) => {
    const table = tableOf(lines.map((line) => [written, ...cellsOf(line).slice(1)]));
    expect(reportOnTable(table, { ...context, storeId })).toMatchObject({ outcome: 'read', storeId });
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
    expect(withHeader(reversed, { storeId: 'UK-9' }, order)).toMatchObject({
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
  [1000, { outcome: 'read', accepted: { length: 1000 } }],
  [1001, { outcome: 'refused', code: 'ReturnsFileTooManyLines', lines: 1001 }],
])('a file may have lines, up to a thousand: of %d', (count, expected) =>
  expect(reportOnTable(tableOf(goodLines(count).map(cellsOf)), context)).toMatchObject(expected),
);

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
    fc.property(rows, fc.constantFrom('ST-100', 'UK-9'), (made, storeId) => {
      const table = tableOf(
        made.map(({ index, column, cell, isChanged }) => {
          const cells: Cell[] = [...(all[index] ?? [])];
          // The store and the reference are the file's, most of the time.
          if (isChanged && (column > 1 || index % 10 === 0)) cells[column] = cell;
          return cells;
        }),
      );
      const report = fileReport.parse(reportOnTable(table, { ...context, storeId }));
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
    }),
    { numRuns: 3000 },
  );
});
