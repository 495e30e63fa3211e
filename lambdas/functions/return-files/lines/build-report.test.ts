import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
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
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import type { ReturnsContext } from './build-report.ts';
import { reportOnTable } from './build-report.ts';

const lines = buildGoodLines(4);

describe('the store and the reference', () => {
  test.each([{ storeRefNo: 'other' }, { storeId: 'ST-101' }])(
    'reject the file if they differ (%j), listing the rows',
    (change) => {
      const otherRows = { storeId: 'ST-100', storeRefNo: 'RÉF 7/2026' };
      expect(reportOn(change)).toEqual({
        outcome: 'refused',
        code: 'ReturnsFileNotSameStoreReference',
        stores: [
          { ...otherRows, rows: [2, 4, 5] },
          { ...otherRows, ...change, rows: [3] },
        ],
      });
    },
  );

  test.each<[string, LineChange, Record<string, unknown>]>([
    ['reference', { storeRefNo: ' ' }, { storeId: 'ST-100', storeRefNo: '', unnamed: ['storeRefNo'] }],
    ['store', { storeId: null }, { storeId: 'ST-100', storeRefNo: 'RÉF 7/2026', unnamed: ['storeId'] }],
  ])("default to the return's %s if missing in the file", (_, change, expected) => {
    const rows = lines.map((line) =>
      fileColumns.map((column) => (column in change ? (change[column] ?? null) : line[column])),
    );
    expect(reportOnTable(buildTable(rows), context)).toMatchObject({
      ...expected,
      accepted: { length: 4 },
      refused: [],
    });
  });

  /** Reports on a file whose lines have these references. */
  const reportOnReferences = (references: readonly Cell[], isTextFile = false) => {
    const rows = references.map((storeRefNo, index) =>
      fileColumns.map((column) => (column === 'storeRefNo' ? storeRefNo : (lines[index]?.[column] ?? null))),
    );
    return reportOnTable({ ...buildTable(rows), isTextFile }, context);
  };

  test.each<[string, readonly Cell[], boolean]>([
    ['a number', ['0042', 42, '0042'], false],
    ['digits of a text file', ['42', '0042', '42'], true],
  ])('get the leading zeros of the other rows if %s lost them', (_, references, isTextFile) =>
    expect(reportOnReferences(references, isTextFile)).toMatchObject({
      outcome: 'read',
      storeRefNo: '0042',
      accepted: { length: 3 },
    }),
  );

  test.each<[string, readonly Cell[]]>([
    ['several references have them', ['0042', '00042', 42]],
    ['it was typed as text', ['0042', '42']],
    ['its digits differ', ['0042', 420]],
  ])('keep a number without zeros if %s', (_, references) =>
    expect(reportOnReferences(references)).toMatchObject({ code: 'ReturnsFileNotSameStoreReference' }),
  );

  /** Builds a table of which only the first line has values in these columns. */
  const buildTableFilledOnce = (...columns: readonly FileColumn[]) =>
    buildTable(
      lines.map((line, index) =>
        fileColumns.map((column) => (index > 0 && columns.includes(column) ? '' : line[column])),
      ),
    );

  test.each<[readonly FileColumn[]]>([[['storeId', 'storeRefNo']], [['storeRefNo']], [['storeId']]])(
    'apply to all lines if only the first has them (%j)',
    (columns) =>
      expect(reportOnTable(buildTableFilledOnce(...columns), context)).toMatchObject({
        storeId: 'ST-100',
        storeRefNo: 'RÉF 7/2026',
        unnamed: [],
        accepted: { length: 4 },
        refused: [],
      }),
  );

  test('must be in every line if they are in two lines', () => {
    const { rows, ...table } = buildTableFilledOnce('storeRefNo');
    const rowsWithTwoReferences = rows.map(({ number, cells }) => ({
      number,
      cells: number === 4 ? cells.with(1, 'RÉF 7/2026') : cells,
    }));
    expect(reportOnTable({ ...table, rows: rowsWithTwoReferences }, context)).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: 'storeRefNo', key: 'missing' }] }, { row: 5 }],
    });
  });

  test('must be in every line if they are not in the first', () => {
    const { rows, ...table } = buildTableFilledOnce('storeRefNo');
    const reversedRows = rows.toReversed().map(({ cells }, index) => ({ number: index + 2, cells }));
    expect(reportOnTable({ ...table, rows: reversedRows }, context)).toMatchObject({
      accepted: [{ row: 5 }],
      refused: { length: 3 },
    });
  });

  test('reject the file if they name another store', () => {
    expect(reportOn({}, { storeId: 'ST-1000' })).toEqual({
      outcome: 'refused',
      code: 'ReturnsFileOtherStore',
      stores: [{ storeId: 'ST-100', storeRefNo: 'RÉF 7/2026', rows: [2, 3, 4, 5] }],
    });
  });

  test.each([
    [42, '0042'],
    ['st-7', 'ST-7'],
  ])("match %s with the caller's store %s", (cell, storeId) => {
    const table = buildTable(lines.map((line) => [cell, ...toCells(line).slice(1)]));
    expect(reportOnTable(table, { ...context, storeId })).toMatchObject({ outcome: 'read', storeId });
  });
});

describe('the headers', () => {
  const reportWithHeader = (
    header: readonly Cell[],
    contextChanges: Partial<ReturnsContext> = {},
    order = fileColumns as readonly FileColumn[],
    rows = lines,
  ) =>
    reportOnTable(
      buildTable(
        rows.map((line) => order.map((column) => line[column])),
        header,
      ),
      { ...context, ...contextChanges },
    );

  test('match regardless of case, accents, apostrophes and spaces', () => {
    expect(
      reportWithHeader([
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
  const reversedHeaders = headers.toReversed();

  test('may be in another order, which the report states', () => {
    expect(reportWithHeader(reversedHeaders, {}, order)).toEqual({ ...reportWithHeader(headers), reordered: order });
    expect(reportWithHeader(reversedHeaders, {}, order)).toMatchObject({
      outcome: 'read',
      accepted: toAcceptedLines(lines),
    });
  });

  test("in the template's order are not reported", () =>
    expect(reportWithHeader(headers)).not.toHaveProperty('reordered'));

  test('in another order are also reported for a rejected file', () => {
    expect(reportWithHeader(reversedHeaders, { storeId: 'UK-9' }, order)).toMatchObject({
      outcome: 'refused',
      code: 'ReturnsFileOtherStore',
      reordered: order,
    });
    expect(reportWithHeader(reversedHeaders, {}, order, [])).toEqual({
      outcome: 'refused',
      code: 'FileEmpty',
      reordered: order,
    });
  });

  test('are named if missing, unknown or repeated', () => {
    expect(
      reportWithHeader(['store id', 'store id', 'ean code', 'product', 'purchase date', { kind: 'formula' }]),
    ).toEqual({
      outcome: 'refused',
      code: 'ReturnsFileWrongHeaders',
      missing: ['storeRefNo', 'productDescription', 'serialNumber'],
      unknown: ['product', ''],
      repeated: ['storeId'],
    });
  });

  test('that are wrong are reported with the unread sheets', () =>
    expect(reportOnTable({ ...buildTable([], ['Notes']), otherSheets: ['Lines'] }, context)).toMatchObject({
      code: 'ReturnsFileWrongHeaders',
      otherSheets: ['Lines'],
    }));

  test('may have blank columns in between', () => {
    const tableWithBlankColumns = buildTable(
      lines.map((line) => toCells(line).flatMap((cell) => [null, cell])),
      headers.flatMap((header) => [null, header]),
    );
    expect(reportOnTable(tableWithBlankColumns, context)).toMatchObject({
      outcome: 'read',
      accepted: toAcceptedLines(lines),
    });
  });
});

test.each([
  [1000, { outcome: 'read', accepted: { length: 1000 } }],
  [1001, { outcome: 'refused', code: 'ReturnsFileTooManyLines', lines: 1001 }],
])('enforces the limit of a thousand lines: %d', (count, expected) =>
  expect(reportOnTable(buildTable(buildGoodLines(count).map(toCells)), context)).toMatchObject(expected),
);

const oddCell = fc.oneof<fc.Arbitrary<Cell>[]>(
  fc.constantFrom<Cell>(null, '', ' ', '0', '21/11/2026', '11/21/2026', '2026-12-01', '4,54965E+12'),
  fc.constantFrom<Cell>({ kind: 'formula' }, { kind: 'date', date: '2026-11-20' }, { kind: 'error', text: '#N/A' }),
  fc.string(),
  fc.double(),
  fc.boolean(),
);

test('reports every row exactly once, with any content', () => {
  const rows = fc.array(
    fc.record({ index: fc.nat({ max: 40 }), column: fc.nat({ max: 6 }), cell: oddCell, isChanged: fc.boolean() }),
    { minLength: 1, maxLength: 30 },
  );
  const allLines = buildGoodLines(41).map(toCells);
  fc.assert(
    fc.property(rows, fc.constantFrom('ST-100', 'UK-9'), (rowChanges, storeId) => {
      const table = buildTable(
        rowChanges.map(({ index, column, cell, isChanged }) => {
          const cells: Cell[] = [...(allLines[index] ?? [])];
          // Mostly keep the store and the reference, which apply to the whole file.
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
            .toSorted((a, b) => a - b),
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
