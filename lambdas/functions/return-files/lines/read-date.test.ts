import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import type { DateOrder } from './read-date.ts';
import { isMonthFirst, toAlternativeReadings, readDate } from './read-date.ts';

const readDayFirst = (cell: Parameters<typeof readDate>[0]) => readDate(cell, 'dayFirst');

describe('readDate', () => {
  test.each([
    ' 21/11/2026 ',
    '21/11/2026 14:30',
    '21.11.2026 1:02:03',
    '2026-11-21T00:00:00',
    '2026-11-21T00:00:00.000Z',
    '2026-11-21 23:59:59.5',
  ])('reads %j as November 21', (text) => expect(readDayFirst(text)).toEqual({ date: '2026-11-21' }));

  test('reads a date cell of Excel', () =>
    expect(readDayFirst({ kind: 'date', date: '2026-11-21' })).toEqual({ date: '2026-11-21' }));

  test('reads a number of eight digits', () => expect(readDayFirst(20_261_121)).toEqual({ date: '2026-11-21' }));

  test.each([
    ['11/21/2026', 'dateMonthFirst'],
    ['11/21/2026 14:30', 'dateMonthFirst'],
    ['31/02/2026', 'dateUnreadable'],
    ['11-21-26', 'dateMonthFirst'],
    ['211126', 'dateUnreadable'],
    ['20261321', 'dateUnreadable'],
    // The day depends on the writer's time zone.
    ['2026-11-20T23:00:00Z', 'dateUnreadable'],
    ['2026-11-21T00:00:00+01:00', 'dateUnreadable'],
    ['46347', 'dateUnreadable'],
    ['', 'missing'],
    ['  ', 'missing'],
  ])('rejects %j: %s', (text, wrong) => expect(readDayFirst(text)).toEqual({ wrong }));

  test.each([
    [46_347, 'dateUnreadable'],
    [true, 'dateUnreadable'],
    [null, 'missing'],
    [undefined, 'missing'],
    [{ kind: 'formula' } as const, 'formula'],
    [{ kind: 'error', text: '#####' } as const, 'errorValue'],
  ])('rejects the cell %j: %s', (cell, wrong) => expect(readDayFirst(cell)).toEqual({ wrong }));
});

describe('readDate in a file that has a month-first date', () => {
  test.each([
    ['3/4/2026', { wrong: 'dateMonthFirst' }],
    ['12/11/2026 10:00', { wrong: 'dateMonthFirst' }],
    ['11/11/2026', { date: '2026-11-11' }],
    ['21/11/2026', { date: '2026-11-21' }],
    ['3-4-26', { wrong: 'dateMonthFirst' }],
    ['3.4.2026', { date: '2026-04-03' }],
    ['2026-04-03', { date: '2026-04-03' }],
    ['20.11.26', { date: '2026-11-20' }],
    ['20-11-2026', { date: '2026-11-20' }],
    ['20-Nov-26', { date: '2026-11-20' }],
    ['20261120', { date: '2026-11-20' }],
  ])('reads %s only if unambiguous', (text, expected) => expect(readDate(text, 'doubtful')).toEqual(expected));

  const buildDateCell = (date: string) => ({ kind: 'date', date }) as const;

  test.each([
    ['2026-10-11', { wrong: 'dateMonthFirst' }],
    ['2026-11-15', { date: '2026-11-15' }],
    ['2026-11-11', { date: '2026-11-11' }],
  ])('reads the date cell %s only if unambiguous', (date, expected) =>
    expect(readDate(buildDateCell(date), 'doubtful')).toEqual(expected),
  );

  test.each<[string, Cell, string, string]>([
    ['written month-first', '11/15/2026', '2026-11-15', '2026-11-15'],
    ['written month-first with a short year', '11-15-26', '2026-11-15', '2026-11-15'],
    ['that could be either', '3/4/2026', '2026-03-04', '2026-03-04'],
    ['written day-first', '15/11/2026', '2026-11-15', '2026-11-15'],
    ['written with dots', '3.4.2026', '2026-04-03', '2026-04-03'],
    ['from a date cell', buildDateCell('2026-10-11'), '2026-11-10', '2026-10-11'],
    ['from a date cell with a day after the 12th', buildDateCell('2026-11-15'), '2026-11-15', '2026-11-15'],
  ])('reads a date %s in the order that the user has chosen', (_, cell, monthFirst, asShown) => {
    expect(readDate(cell, 'monthFirst')).toEqual({ date: monthFirst });
    expect(readDate(cell, 'asShown')).toEqual({ date: asShown });
  });

  test('returns both readings of doubtful dates only', () => {
    expect(toAlternativeReadings('11/15/2026 10:00', 'doubtful')).toEqual({
      text: '11/15/2026',
      monthFirst: '2026-11-15',
      asShown: '2026-11-15',
    });
    expect(toAlternativeReadings(buildDateCell('2026-10-11'), 'doubtful')).toEqual({
      monthFirst: '2026-11-10',
      asShown: '2026-10-11',
    });
    for (const cell of [buildDateCell('2026-11-15'), '15/11/2026', '02/30/2026', 'x', null])
      expect(toAlternativeReadings(cell, 'doubtful')).toBeUndefined();
  });
});

const days = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const splitDate = (date: string) => date.split('-') as [string, string, string];

test('never misreads a month-first date', () => {
  fc.assert(
    fc.property(fc.array(days, { minLength: 1, maxLength: 20 }), (dates) => {
      const texts = dates.map((date) => {
        const [year, month, day] = splitDate(date);
        return `${month}/${day}/${year}`;
      });
      const hasMonthFirst = texts.some(isMonthFirst);
      // If no day is after the 12th, the order cannot be detected, and dates are read as dd/mm.
      if (!hasMonthFirst) return;
      texts.forEach((text, index) => {
        const result = readDate(text, 'doubtful');
        if ('date' in result) expect(result.date).toBe(dates[index]);
      });
    }),
    { numRuns: 2000 },
  );
});

test('returns a real date or a reason for any cell', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[\d/.:TZ -]{0,24}$/)),
      fc.constantFrom<DateOrder>('dayFirst', 'doubtful', 'monthFirst', 'asShown'),
      (text, order) => {
        const result = readDate(text, order);
        if ('date' in result) expect(new Date(`${result.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(result.date);
        else expect(['missing', 'dateUnreadable', 'dateMonthFirst']).toContain(result.wrong);
      },
    ),
    { numRuns: 2000 },
  );
});
