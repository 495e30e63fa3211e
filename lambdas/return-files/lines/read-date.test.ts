import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import type { DateOrder } from './read-date.ts';
import { isMonthFirst, otherReadings, readDate } from './read-date.ts';

const anywhere = (cell: Parameters<typeof readDate>[0]) => readDate(cell, 'dayFirst');

describe('a purchase date', () => {
  test.each([
    ' 21/11/2026 ',
    '21/11/2026 14:30',
    '21.11.2026 1:02:03',
    '2026-11-21T00:00:00',
    '2026-11-21T00:00:00.000Z',
    '2026-11-21 23:59:59.5',
  ])('%j is the 21st of November', (text) => expect(anywhere(text)).toEqual({ date: '2026-11-21' }));

  test('is a real date of Excel', () =>
    expect(anywhere({ kind: 'date', date: '2026-11-21' })).toEqual({ date: '2026-11-21' }));

  test('may be a number of eight digits', () => expect(anywhere(20_261_121)).toEqual({ date: '2026-11-21' }));

  test.each([
    ['11/21/2026', 'dateMonthFirst'],
    ['11/21/2026 14:30', 'dateMonthFirst'],
    ['31/02/2026', 'dateUnreadable'],
    ['11-21-26', 'dateMonthFirst'],
    ['211126', 'dateUnreadable'],
    ['20261321', 'dateUnreadable'],
    // Whose day it was depends on where it was written.
    ['2026-11-20T23:00:00Z', 'dateUnreadable'],
    ['2026-11-21T00:00:00+01:00', 'dateUnreadable'],
    ['46347', 'dateUnreadable'],
    ['', 'missing'],
    ['  ', 'missing'],
  ])('%j is refused: %s', (text, wrong) => expect(anywhere(text)).toEqual({ wrong }));

  test.each([
    [46_347, 'dateUnreadable'],
    [true, 'dateUnreadable'],
    [null, 'missing'],
    [undefined, 'missing'],
    [{ kind: 'formula' } as const, 'formula'],
    [{ kind: 'error', text: '#####' } as const, 'errorValue'],
  ])('the cell %j is refused: %s', (cell, wrong) => expect(anywhere(cell)).toEqual({ wrong }));
});

describe('in a file where another date has the month in front', () => {
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
  ])('%s', (text, expected) => expect(readDate(text, 'doubtful')).toEqual(expected));

  const real = (date: string) => ({ kind: 'date', date }) as const;

  test.each([
    ['2026-10-11', { wrong: 'dateMonthFirst' }],
    ['2026-11-15', { date: '2026-11-15' }],
    ['2026-11-11', { date: '2026-11-11' }],
  ])('the real date %s: a spreadsheet of another country may have turned it round', (date, expected) =>
    expect(readDate(real(date), 'doubtful')).toEqual(expected),
  );

  test.each<[string, Cell, string, string]>([
    ['written with the month in front', '11/15/2026', '2026-11-15', '2026-11-15'],
    ['written short with the month in front', '11-15-26', '2026-11-15', '2026-11-15'],
    ['written so that it could be either', '3/4/2026', '2026-03-04', '2026-03-04'],
    ['written with the day in front', '15/11/2026', '2026-11-15', '2026-11-15'],
    ['written with points', '3.4.2026', '2026-04-03', '2026-04-03'],
    ['that is real', real('2026-10-11'), '2026-11-10', '2026-10-11'],
    ['that is real, of a day that is no month', real('2026-11-15'), '2026-11-15', '2026-11-15'],
  ])('one %s is read as somebody says', (_, cell, monthFirst, asShown) => {
    expect(readDate(cell, 'monthFirst')).toEqual({ date: monthFirst });
    expect(readDate(cell, 'asShown')).toEqual({ date: asShown });
  });

  test('both readings are there to ask about, of those only that are doubtful', () => {
    expect(otherReadings('11/15/2026 10:00', 'doubtful')).toEqual({
      text: '11/15/2026',
      monthFirst: '2026-11-15',
      asShown: '2026-11-15',
    });
    expect(otherReadings(real('2026-10-11'), 'doubtful')).toEqual({ monthFirst: '2026-11-10', asShown: '2026-10-11' });
    for (const cell of [real('2026-11-15'), '15/11/2026', '02/30/2026', 'x', null])
      expect(otherReadings(cell, 'doubtful')).toBeUndefined();
  });
});

const days = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const partsOf = (date: string) => date.split('-') as [string, string, string];

test('a date written with the month in front is never read as another one', () => {
  fc.assert(
    fc.property(fc.array(days, { minLength: 1, maxLength: 20 }), (dates) => {
      const written = dates.map((date) => {
        const [year, month, day] = partsOf(date);
        return `${month}/${day}/${year}`;
      });
      const hasMonthFirst = written.some(isMonthFirst);
      // Only if no day of the file is beyond the twelfth can nobody tell; then dd/mm is what was agreed.
      if (!hasMonthFirst) return;
      written.forEach((text, index) => {
        const read = readDate(text, 'doubtful');
        if ('date' in read) expect(read.date).toBe(dates[index]);
      });
    }),
    { numRuns: 2000 },
  );
});

test('whatever stands in a cell, reading it says a real date or a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[\d/.:TZ -]{0,24}$/)),
      fc.constantFrom<DateOrder>('dayFirst', 'doubtful', 'monthFirst', 'asShown'),
      (text, order) => {
        const read = readDate(text, order);
        if ('date' in read) expect(new Date(`${read.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read.date);
        else expect(['missing', 'dateUnreadable', 'dateMonthFirst']).toContain(read.wrong);
      },
    ),
    { numRuns: 2000 },
  );
});
