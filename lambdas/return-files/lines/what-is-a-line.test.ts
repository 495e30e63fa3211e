import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, Table } from '#lambdas/spreadsheets/table.ts';
import { cellsOf, context, goodLines, headers, tableOf } from '#lambdas/testing/files/lines.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { reportOnTable } from './report.ts';

const [first = [], second = [], third = []] = goodLines(3).map(cellsOf);

const reportOn = (rows: readonly (readonly Cell[])[], header: readonly Cell[] = headers): FileReport =>
  fileReport.parse(reportOnTable(tableOf(rows, header), context));

/** A row as the second of three lines. */
const among = (row: readonly Cell[]) => reportOn([first, row, third]);

const setAsideRows = ({ setAside }: FileReport) => setAside?.rows.map(({ row }) => row) ?? [];

const shiftedBy = (cells: readonly Cell[], by: number): readonly Cell[] =>
  by < 0 ? cells.slice(-by) : [...Array<Cell>(by).fill(null), ...cells];

describe('a line whose cells slipped', () => {
  test.each([1, 2, 3, -1, -2])('by %d is refused by its row, and its values are put back', (by) => {
    const report = among(shiftedBy(second, by));
    expect(report).toMatchObject({
      outcome: 'read',
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: null, key: 'misplaced' }] }],
    });
    const values = report.outcome === 'read' ? report.refused[0]?.values : [];
    expect(values?.slice(2)).toEqual(second.slice(2));
  });

  test('and whose serial number is of digits alone is refused by its row', () => {
    for (const by of [1, 2, -1])
      expect(among(shiftedBy(second.with(2, '').with(5, '12345678'), by))).toMatchObject({
        accepted: [{ row: 2 }, { row: 4 }],
        refused: [{ row: 3 }],
      });
  });

  test('because one is gone is refused by its row', () => {
    for (const column of [0, 1, 2, 3, 4, 5])
      expect(among(second.toSpliced(column, 1))).toMatchObject({
        accepted: [{ row: 2 }, { row: 4 }],
        refused: [{ row: 3 }],
      });
  });

  test('keeps its serial number and its EAN apart where the two are swapped', () =>
    expect(among(second.with(2, second[5] ?? '').with(5, second[2] ?? ''))).toMatchObject({
      refused: [{ row: 3, reasons: [{ column: null, key: 'misplaced' }] }],
    }));
});

describe('a line that lacks its codes', () => {
  test.each<[string, readonly Cell[], readonly string[]]>([
    ['store and EAN', second.with(0, '').with(2, ''), ['storeId', 'ean']],
    [
      'all but description, date and a short serial number',
      ['', '', '', 'Zelda', '20/11/2026', 'A12'],
      ['storeId', 'storeRefNo', 'ean'],
    ],
    ['all but a short serial number', ['', '', '', '', '', 'A12'], ['storeId', 'storeRefNo', 'ean', 'purchaseDate']],
    ['EAN and serial number', second.with(0, '').with(2, '').with(5, ''), ['storeId', 'ean', 'serialNumber']],
  ])('%s is refused for what is missing', (_, row, columns) => {
    const report = among(row);
    expect(report).toMatchObject({ refused: [{ row: 3 }] });
    expect(report.outcome === 'read' && report.refused[0]?.reasons).toEqual(
      columns.map((column) => ({ column, key: 'missing' })),
    );
  });
});

describe('above the header', () => {
  test('lines are read: somebody has sorted them together with their header', () =>
    expect(reportOn([second, headers, third], first)).toMatchObject({
      accepted: [{ row: 1 }, { row: 2 }, { row: 4 }],
    }));

  test('the store, its address and a date are a title', () => {
    const rows = [['Date', '20/11/2026'], ['Phone', '020 7946 0958'], headers, first];
    const report = reportOn(rows, ['Store', 'ST-100']);
    expect(report).toMatchObject({ accepted: [{ row: 5 }] });
    expect(setAsideRows(report)).toEqual([1, 2, 3]);
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
  ['the header once more', headers],
  ['dashes', ['---', '---', '---', '---', '---', '---']],
  ['what columns are for', ['text', 'text', '13 digits', 'text', 'dd/mm/yyyy', 'text']],
])('%s is no line', (_, row) => {
  const report = among(row);
  expect(report).toMatchObject({ accepted: [{ row: 2 }, { row: 4 }], refused: [], dropped: [] });
  expect(setAsideRows(report)).toEqual([3]);
});

const kept = fc.constantFrom(0, 2, 5);
const change = fc.record({
  /** One of store, EAN and serial number stays, whatever else is gone. */
  kept,
  gone: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 5 }),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
  by: fc.integer({ min: 0, max: 4 }),
  join: fc.constantFrom(undefined, ';', ',', '\t', ' | ', ', '),
});

test('no row that holds an EAN, a serial number or the store is set aside, wherever they stand', () => {
  fc.assert(
    fc.property(change, fc.boolean(), (made, isAbove) => {
      const cells = second.map((cell, column) => (made.gone.includes(column) && column !== made.kept ? '' : cell));
      const ordered = made.order.map((column) => cells[column] ?? '');
      // The store alone, in a text of its own making, is a title.
      const isLumped = made.join !== undefined && (made.kept !== 0 || !made.gone.includes(2) || !made.gone.includes(5));
      const row = isLumped ? [ordered.join(made.join)] : shiftedBy(ordered, made.by);
      const holdsCode = made.kept !== 0 || !made.gone.includes(2) || !made.gone.includes(5);
      const table: Table = isAbove && holdsCode ? tableOf([first, headers, third], row) : tableOf([first, row, third]);
      const report = fileReport.parse(reportOnTable(table, context));
      expect(setAsideRows(report)).toEqual([]);
      if (report.outcome === 'read') expect(report.rows).toBe(3);
    }),
    { numRuns: 3000 },
  );
});
