import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, Table } from '#lambdas/lib/spreadsheets/table.ts';
import { toCells, context, buildGoodLines, headers, buildTable } from '#lambdas/testing/files/lines.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { reportOnTable } from './build-report.ts';

const [firstLine = [], secondLine = [], thirdLine = []] = buildGoodLines(3).map(toCells);

const reportOn = (rows: readonly (readonly Cell[])[], header: readonly Cell[] = headers): FileReport =>
  fileReport.parse(reportOnTable(buildTable(rows, header), context));

/** Reports on a row as the second of three lines. */
const reportOnSecondRow = (row: readonly Cell[]) => reportOn([firstLine, row, thirdLine]);

const listSetAsideRows = ({ setAside }: FileReport) => setAside?.rows.map(({ row }) => row) ?? [];

const shiftCells = (cells: readonly Cell[], offset: number): readonly Cell[] =>
  offset < 0 ? cells.slice(-offset) : [...Array<Cell>(offset).fill(null), ...cells];

describe('a line with shifted cells', () => {
  test.each([1, 2, 3, -1, -2])('by %d is rejected, and its values are realigned', (offset) => {
    const report = reportOnSecondRow(shiftCells(secondLine, offset));
    expect(report).toMatchObject({
      outcome: 'read',
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: null, key: 'misplaced' }] }],
    });
    const values = report.outcome === 'read' ? report.refused[0]?.values : [];
    expect(values?.slice(2)).toEqual(secondLine.slice(2));
  });

  test('and a numeric serial number is rejected', () => {
    for (const offset of [1, 2, -1])
      expect(reportOnSecondRow(shiftCells(secondLine.with(2, '').with(5, '12345678'), offset))).toMatchObject({
        accepted: [{ row: 2 }, { row: 4 }],
        refused: [{ row: 3 }],
      });
  });

  test('after a missing cell is rejected', () => {
    for (const column of [0, 1, 2, 3, 4, 5])
      expect(reportOnSecondRow(secondLine.toSpliced(column, 1))).toMatchObject({
        accepted: [{ row: 2 }, { row: 4 }],
        refused: [{ row: 3 }],
      });
  });

  test('is not realigned if EAN and serial number are swapped', () =>
    expect(reportOnSecondRow(secondLine.with(2, secondLine[5] ?? '').with(5, secondLine[2] ?? ''))).toMatchObject({
      refused: [{ row: 3, reasons: [{ column: null, key: 'misplaced' }] }],
    }));
});

describe('a line without its codes', () => {
  test.each<[string, readonly Cell[], readonly string[]]>([
    ['store and EAN', secondLine.with(0, '').with(2, ''), ['storeId', 'ean']],
    [
      'all but description, date and a short serial number',
      ['', '', '', 'Zelda', '20/11/2026', 'A12'],
      ['storeId', 'storeRefNo', 'ean'],
    ],
    ['all but a short serial number', ['', '', '', '', '', 'A12'], ['storeId', 'storeRefNo', 'ean', 'purchaseDate']],
    ['EAN and serial number', secondLine.with(0, '').with(2, '').with(5, ''), ['storeId', 'ean', 'serialNumber']],
  ])('missing %s is rejected with a reason per missing column', (_, row, columns) => {
    const report = reportOnSecondRow(row);
    expect(report).toMatchObject({ refused: [{ row: 3 }] });
    expect(report.outcome === 'read' && report.refused[0]?.reasons).toEqual(
      columns.map((column) => ({ column, key: 'missing' })),
    );
  });
});

describe('above the header', () => {
  test('lines are read, because sorting may have moved the header', () =>
    expect(reportOn([secondLine, headers, thirdLine], firstLine)).toMatchObject({
      accepted: [{ row: 1 }, { row: 2 }, { row: 4 }],
    }));

  test('rows with a store, a date and a phone number are a title', () => {
    const rows = [['Date', '20/11/2026'], ['Phone', '020 7946 0958'], headers, firstLine];
    const report = reportOn(rows, ['Store', 'ST-100']);
    expect(report).toMatchObject({ accepted: [{ row: 5 }] });
    expect(listSetAsideRows(report)).toEqual([1, 2, 3]);
  });
});

test.each<[string, readonly Cell[]]>([
  ['a total', ['Total', '', '', '', '', '2']],
  ['a total as a number', ['Total', null, null, null, null, 25]],
  ['a total with its unit', ['', '', '', '', 'Total', '12 items']],
  ['a sum of money', ['Summe', '', '1.234,50 €']],
  ['a note', ['All checked by Kim on 20/11/2026']],
  ['a note with a telephone number', ['Questions? +44 20 7946 0958']],
  ['a page number', ['Page 1 of 3']],
  ['a signature', ['', '', '', 'Kim Miller']],
  ['a signature with its date', ['Checked', '20/11/2026', 'Kim Miller']],
  ['a title with its month', ['Returns of November 2026, shop 7']],
  ['a repeated header', headers],
  ['dashes', ['---', '---', '---', '---', '---', '---']],
  ['a description of the columns', ['text', 'text', '13 digits', 'text', 'dd/mm/yyyy', 'text']],
])('sets aside %s', (_, row) => {
  const report = reportOnSecondRow(row);
  expect(report).toMatchObject({ accepted: [{ row: 2 }, { row: 4 }], refused: [], dropped: [] });
  expect(listSetAsideRows(report)).toEqual([3]);
});

const storeIdPosition = 0;
const eanPosition = 2;
const serialNumberPosition = 5;
const mutations = fc.record({
  /** Column that keeps its value. */
  keptColumn: fc.constantFrom(storeIdPosition, eanPosition, serialNumberPosition),
  clearedColumns: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 5 }),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
  shift: fc.integer({ min: 0, max: 4 }),
  separator: fc.constantFrom(undefined, ';', ',', '\t', ' | ', ', '),
});

test('never sets aside a row with an EAN, serial number or store', () => {
  fc.assert(
    fc.property(mutations, fc.boolean(), (mutation, isAbove) => {
      const cells = secondLine.map((cell, column) =>
        mutation.clearedColumns.includes(column) && column !== mutation.keptColumn ? '' : cell,
      );
      const orderedCells = mutation.order.map((column) => cells[column] ?? '');
      const hasEanOrSerialNumber =
        mutation.keptColumn !== storeIdPosition ||
        !mutation.clearedColumns.includes(eanPosition) ||
        !mutation.clearedColumns.includes(serialNumberPosition);
      // A row with only the store would count as a title if it were in one cell or above the header.
      const isInOneCell = mutation.separator !== undefined && hasEanOrSerialNumber;
      const isAboveHeader = isAbove && hasEanOrSerialNumber;
      const row = isInOneCell ? [orderedCells.join(mutation.separator)] : shiftCells(orderedCells, mutation.shift);
      const table: Table = isAboveHeader
        ? buildTable([firstLine, headers, thirdLine], row)
        : buildTable([firstLine, row, thirdLine]);
      const report = fileReport.parse(reportOnTable(table, context));
      expect(listSetAsideRows(report)).toEqual([]);
      if (report.outcome === 'read') expect(report.rows).toBe(3);
    }),
    { numRuns: 3000 },
  );
});
