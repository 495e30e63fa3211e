import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import { toCells, context, buildGoodLines, buildTable } from '#lambdas/testing/files/lines.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { DateInterpretation } from '#shared/returns/file/report.ts';
import { reportOnTable } from './build-report.ts';

const buildDateCell = (date: string) => ({ kind: 'date', date }) as const;

const purchaseDatePosition = fileColumns.indexOf('purchaseDate');

const reportOn = (dates: readonly Cell[], answer?: DateInterpretation) => {
  const rows = buildGoodLines(dates.length).map((line, index) =>
    toCells(line).map((cell, position): Cell => (position === purchaseDatePosition ? (dates[index] ?? null) : cell)),
  );
  return reportOnTable(buildTable(rows), { ...context, returnPeriodDays: 400, ...(answer && { dates: answer }) });
};

const toDates = (report: ReturnType<typeof reportOn>) =>
  report.outcome === 'read' ? report.accepted.map(({ row, purchaseDate }) => [row, purchaseDate]) : report;

describe('day-first texts mixed with date cells with days up to 12', () => {
  // The purchase dates are November 15, October 11 and October 10.
  const dates = ['15/11/2026', buildDateCell('2026-11-10'), buildDateCell('2026-10-10')];

  test('raise a question, since day and month may be swapped', () =>
    expect(reportOn(dates)).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: 'purchaseDate', key: 'dateTurned' }] }],
      doubtfulDates: [{ row: 3, turned: '2026-10-11', asShown: '2026-11-10' }],
    }));

  test.each<[DateInterpretation, string]>([
    ['turned', '2026-10-11'],
    ['asShown', '2026-11-10'],
  ])('are read as answered: %s', (answer, date) => {
    const report = reportOn(dates, answer);
    expect(toDates(report)).toEqual([
      [2, '2026-11-15'],
      [3, date],
      [4, '2026-10-10'],
    ]);
    expect(report).not.toHaveProperty('doubtfulDates');
  });

  test.each<DateInterpretation>(['turned', 'asShown'])('leave other typed dates unchanged: %s', (answer) =>
    expect(toDates(reportOn([...dates, '05/11/2026'], answer))).toContainEqual([5, '2026-11-05']),
  );

  test.each<[string, readonly Cell[]]>([
    ['a date cell with a later day', [...dates, buildDateCell('2026-10-13')]],
    ['no date cell that could be swapped', ['15/11/2026', buildDateCell('2026-10-10')]],
    ['no typed day after the 12th', ['05/11/2026', buildDateCell('2026-11-10')]],
    ['invalid typed dates', ['15/15/2026', buildDateCell('2026-11-10')]],
    ['no typed date', [buildDateCell('2026-11-10'), buildDateCell('2026-11-09')]],
    ['typed ISO 8601 dates', ['2026-11-15', buildDateCell('2026-11-10')]],
    ['months in words', ['15 Nov 2026', buildDateCell('2026-11-10')]],
  ])('raise no question with %s', (_, cells) => {
    const report = reportOn(cells);
    expect(report).not.toHaveProperty('doubtfulDates');
    const dateCellRow = cells.findIndex((cell) => typeof cell === 'object') + 2;
    expect(toDates(report)).toContainEqual([dateCellRow, expect.any(String)]);
  });

  test.each(['15.11.2026', '15-11-2026', '15/11/26', '15/11/2026 10:30'])('raise a question with %s', (text) =>
    expect(reportOn([text, buildDateCell('2026-11-10')])).toHaveProperty('doubtfulDates'),
  );
});

describe('dates of eight digits', () => {
  test('raise a question if one is month-first', () =>
    expect(reportOn(['11152026', '11102026', '20261110'])).toMatchObject({
      accepted: [{ row: 4, purchaseDate: '2026-11-10' }],
      doubtfulDates: [
        { row: 2, text: '11152026', monthFirst: '2026-11-15' },
        { row: 3, text: '11102026', monthFirst: '2026-11-10' },
      ],
    }));

  test('are read day-first otherwise', () =>
    expect(toDates(reportOn(['15112026', 10_112_026]))).toEqual([
      [2, '2026-11-15'],
      [3, '2026-11-10'],
    ]));
});

/**
 * Returns a date as a spreadsheet with the other date order opens it: a date cell with day and month swapped, or the
 * text unchanged.
 */
const openWithOtherOrder = (date: string, writtenOrder: 'dayFirst' | 'monthFirst'): Cell => {
  const [year = '', month = '', day = ''] = date.split('-');
  const text = writtenOrder === 'dayFirst' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
  // The other order takes the day for the month.
  const isReadAsDate = Number(day) <= 12;
  return isReadAsDate ? buildDateCell(`${year}-${day}-${month}`) : text;
};

test('never misreads swapped dates, with or without an answer', () => {
  const days = fc.date({ min: new Date('2025-11-25'), max: new Date('2026-11-20'), noInvalidDate: true });
  fc.assert(
    fc.property(
      fc.array(days, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('dayFirst' as const, 'monthFirst' as const),
      (instants, writtenOrder) => {
        const dates = instants.map((instant) => instant.toISOString().slice(0, 10));
        const cells = dates.map((date) => openWithOtherOrder(date, writtenOrder));
        const hasText = cells.some((cell) => typeof cell === 'string');
        if (!hasText) return;
        const reportBeforeAnswer = reportOn(cells);
        for (const [row, date] of toDates(reportBeforeAnswer) as [number, string][]) expect(date).toBe(dates[row - 2]);
        const reportAfterAnswer = reportOn(cells, writtenOrder === 'dayFirst' ? 'turned' : 'monthFirst');
        for (const [row, date] of toDates(reportAfterAnswer) as [number, string][]) expect(date).toBe(dates[row - 2]);
      },
    ),
    { numRuns: 1000 },
  );
});
