import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { cellsOf, context, goodLines, tableOf } from '#lambdas/testing/files/lines.ts';
import type { DateReading } from '#shared/returns/file/report.ts';
import { reportOnTable } from './report.ts';

const real = (date: string) => ({ kind: 'date', date }) as const;

const reportOn = (dates: readonly Cell[], answer?: DateReading) => {
  const rows = goodLines(dates.length).map((line, index) =>
    [...cellsOf(line)].with(4, '').map((cell, at) => (at === 4 ? (dates[index] ?? null) : cell)),
  );
  return reportOnTable(tableOf(rows), { ...context, returnPeriodDays: 400, ...(answer && { dates: answer }) });
};

const datesOf = (report: ReturnType<typeof reportOn>) =>
  report.outcome === 'read' ? report.accepted.map(({ row, purchaseDate }) => [row, purchaseDate]) : report;

describe('written dates with the day in front beside real ones of the first twelve days', () => {
  // Bought on the 15th of November, the 11th of October and the 10th of October.
  const dates = ['15/11/2026', real('2026-11-10'), real('2026-10-10')];

  test('are asked about: a spreadsheet of another country may have swapped day and month', () =>
    expect(reportOn(dates)).toMatchObject({
      accepted: [{ row: 2 }, { row: 4 }],
      refused: [{ row: 3, reasons: [{ column: 'purchaseDate', key: 'dateTurned' }] }],
      doubtfulDates: [{ row: 3, turned: '2026-10-11', asShown: '2026-11-10' }],
    }));

  test.each<[DateReading, string]>([
    ['turned', '2026-10-11'],
    ['asShown', '2026-11-10'],
  ])('are read as somebody says: %s', (answer, date) => {
    const report = reportOn(dates, answer);
    expect(datesOf(report)).toEqual([
      [2, '2026-11-15'],
      [3, date],
      [4, '2026-10-10'],
    ]);
    expect(report).not.toHaveProperty('doubtfulDates');
  });

  test.each<DateReading>(['turned', 'asShown'])('leave other written dates as they are: %s', (answer) =>
    expect(datesOf(reportOn([...dates, '05/11/2026'], answer))).toContainEqual([5, '2026-11-05']),
  );

  test.each<[string, readonly Cell[]]>([
    ['a real date of a later day', [...dates, real('2026-10-13')]],
    ['no real date that could be another', ['15/11/2026', real('2026-10-10')]],
    ['no written date past the twelfth', ['05/11/2026', real('2026-11-10')]],
    ['written dates that are no dates', ['15/15/2026', real('2026-11-10')]],
    ['no written date', [real('2026-11-10'), real('2026-11-09')]],
    ['written dates in the order of ISO 8601', ['2026-11-15', real('2026-11-10')]],
    ['months in words', ['15 Nov 2026', real('2026-11-10')]],
  ])('are not asked about with %s', (_, cells) => {
    const report = reportOn(cells);
    expect(report).not.toHaveProperty('doubtfulDates');
    expect(datesOf(report)).toContainEqual([
      cells.indexOf(cells.find((cell) => typeof cell === 'object') ?? null) + 2,
      expect.any(String),
    ]);
  });

  test.each(['15.11.2026', '15-11-2026', '15/11/26', '15/11/2026 10:30'])('are asked about with %s', (text) =>
    expect(reportOn([text, real('2026-11-10')])).toHaveProperty('doubtfulDates'),
  );
});

describe('dates of eight digits', () => {
  test('are asked about where one has the month in front', () =>
    expect(reportOn(['11152026', '11102026', '20261110'])).toMatchObject({
      accepted: [{ row: 4, purchaseDate: '2026-11-10' }],
      doubtfulDates: [
        { row: 2, text: '11152026', monthFirst: '2026-11-15' },
        { row: 3, text: '11102026', monthFirst: '2026-11-10' },
      ],
    }));

  test('are read with the day in front where none has', () =>
    expect(datesOf(reportOn(['15112026', 10_112_026]))).toEqual([
      [2, '2026-11-15'],
      [3, '2026-11-10'],
    ]));
});

/** Returns what a spreadsheet makes of a written date if it expects the other order: a real date, or the text as it was. */
const opened = (date: string, written: 'dayFirst' | 'monthFirst'): Cell => {
  const [year = '', month = '', day = ''] = date.split('-');
  const text = written === 'dayFirst' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
  const second = written === 'dayFirst' ? month : day;
  const first = written === 'dayFirst' ? day : month;
  // It takes the first number for what the file has second.
  const isTaken = Number(written === 'dayFirst' ? first : second) <= 12;
  return isTaken ? real(`${year}-${day}-${month}`) : text;
};

test('a column that a spreadsheet of another country opened is read right by one answer, and by none otherwise', () => {
  const days = fc.date({ min: new Date('2025-11-25'), max: new Date('2026-11-20'), noInvalidDate: true });
  fc.assert(
    fc.property(
      fc.array(days, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('dayFirst' as const, 'monthFirst' as const),
      (instants, written) => {
        const dates = instants.map((instant) => instant.toISOString().slice(0, 10));
        const cells = dates.map((date) => opened(date, written));
        const isTold = cells.some((cell) => typeof cell === 'string');
        if (!isTold) return;
        const unanswered = reportOn(cells);
        for (const [row, date] of datesOf(unanswered) as [number, string][]) expect(date).toBe(dates[row - 2]);
        const answered = reportOn(cells, written === 'dayFirst' ? 'turned' : 'monthFirst');
        for (const [row, date] of datesOf(answered) as [number, string][]) expect(date).toBe(dates[row - 2]);
      },
    ),
    { numRuns: 1000 },
  );
});
