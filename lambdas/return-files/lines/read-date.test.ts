import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '#lambdas/spreadsheets/table.ts';
import { checkDigitOf } from '#shared/returns/ean.ts';
import type { DateOrder } from './read-date.ts';
import { bothReadings, isMonthFirst, readDate } from './read-date.ts';
import { readEan } from './read-row.ts';

const anywhere = (cell: Parameters<typeof readDate>[0]) => readDate(cell, 'dayFirst');

describe('a purchase date', () => {
  test.each([
    '21/11/2026',
    '21.11.2026',
    '2026-11-21',
    ' 21/11/2026 ',
    '21/11/2026 14:30',
    '21.11.2026 00:00:00',
    '2026-11-21T00:00:00',
    '2026-11-21T00:00:00.000Z',
    '2026-11-21 23:59:59.5',
    '21-Nov-2026',
    '21. November 2026',
    '21 nov. 2026',
    '21.11.26',
    '21/11/26',
    '21-11-2026',
    '21-Nov-26',
    '20261121',
  ])('%j is the 21st of November', (text) => expect(anywhere(text)).toEqual({ date: '2026-11-21' }));

  test('is a real date of Excel', () =>
    expect(anywhere({ kind: 'date', date: '2026-11-21' })).toEqual({ date: '2026-11-21' }));

  test('may be a number of eight digits', () => expect(anywhere(20_261_121)).toEqual({ date: '2026-11-21' }));

  test.each([
    ['11/21/2026', 'dateMonthFirst'],
    ['11/21/2026 14:30', 'dateMonthFirst'],
    ['31/02/2026', 'dateUnreadable'],
    ['21/13/2026', 'dateUnreadable'],
    ['11-21-26', 'dateMonthFirst'],
    ['211126', 'dateUnreadable'],
    ['20261321', 'dateUnreadable'],
    ['21 jui 2026', 'dateUnreadable'],
    ['11.21.2026', 'dateUnreadable'],
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
    expect(bothReadings('11/15/2026 10:00')).toEqual({
      text: '11/15/2026',
      monthFirst: '2026-11-15',
      asShown: '2026-11-15',
    });
    expect(bothReadings(real('2026-10-11'))).toEqual({ monthFirst: '2026-11-10', asShown: '2026-10-11' });
    for (const cell of [real('2026-11-15'), '15/11/2026', 'x', null]) expect(bothReadings(cell)).toBeUndefined();
  });
});

const days = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const partsOf = (date: string) => date.split('-') as [string, string, string];

test('every date is read back from each way of writing it, with or without a time', () => {
  fc.assert(
    fc.property(days, fc.constantFrom('', ' 12:34', ' 1:02:03', 'T12:34:56.789'), (date, time) => {
      const [year, month, day] = partsOf(date);
      for (const text of [date, `${day}/${month}/${year}`, `${Number(day)}.${Number(month)}.${year}`])
        expect(anywhere(text + time)).toEqual({ date });
    }),
    { numRuns: 2000 },
  );
});

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

const item = { key: 'x', description: 'X' };
const known = new Set(['9520001000072', '0036000291452', '9520004000000']);
const find = (ean: string) => (known.has(ean) ? item : undefined);
const read = (cell: Parameters<typeof readEan>[0]) => readEan(cell, find);

describe('an EAN', () => {
  test.each([
    ['as text', '9520001000072', '9520001000072'],
    ['as a number', 9_520_001_000_072, '9520001000072'],
    ['as printed under the bars', ' 9 520001 000072 ', '9520001000072'],
    ['with a fraction of nothing', '9520001000072.0', '9520001000072'],
    ['with a German fraction of nothing', '9520001000072,00', '9520001000072'],
    ['as a UPC-12', '036000291452', '0036000291452'],
    ['that lost its zeros as a number', 36_000_291_452, '0036000291452'],
    ['that lost its zeros in a text file', '36000291452', '0036000291452'],
    ['as a GTIN-14', '09520001000072', '9520001000072'],
    ['that a sum made noisy', 9_520_001_000_072 + 1 / 512, '9520001000072'],
    ['that truly ends in zeros', 9_520_004_000_000, '9520004000000'],
  ])('%s', (_, cell, ean) => expect(read(cell)).toEqual({ ean, item }));

  test.each([
    ['4,54965E+12', 'numberMangled'],
    ['4.54965E+12', 'numberMangled'],
    ['4.54965e12', 'numberMangled'],
    ['4E+12', 'numberMangled'],
    // The same, saved again.
    [4_549_650_000_000, 'numberMangled'],
    ['4549650000000', 'numberMangled'],
    [1e15, 'numberMangled'],
    ['9520001000073', 'eanCheckDigit'],
    ['9520001000140', 'eanUnknown'],
    ['952000100007X', 'eanMalformed'],
    ['123', 'eanMalformed'],
    ['95200010000722', 'eanMalformed'],
    ['9520001000072.5', 'eanMalformed'],
    [-9_520_001_000_072, 'eanMalformed'],
    ['', 'missing'],
    [' ', 'missing'],
    [null, 'missing'],
    [true, 'notText'],
    [{ kind: 'date', date: '2026-11-21' } as const, 'notText'],
    [{ kind: 'formula' } as const, 'formula'],
    [{ kind: 'error', text: '#N/A' } as const, 'errorValue'],
  ])('%j is refused: %s', (cell, wrong) => expect(read(cell)).toEqual({ wrong }));
});

const eans = fc.stringMatching(/^\d{12}$/).map((others) => others + checkDigitOf(others));
const anyItem = () => item;

test('a number is exactly the EAN that was typed, or refused', () => {
  fc.assert(
    fc.property(eans, (ean) => {
      const found = readEan(Number(ean), anyItem);
      if ('ean' in found) expect(found.ean).toBe(ean);
      else expect(Number(ean)).toBeLessThan(10 ** 7);
    }),
    { numRuns: 2000 },
  );
});

test('what Excel leaves of an EAN when it shortens it is never taken for a known one', () => {
  fc.assert(
    fc.property(eans, fc.constantFrom('.', ','), (ean, point) => {
      const shortened = Number(ean).toExponential(5).replace('.', point).replace('e', 'E');
      if (/[.,]/.test(shortened)) expect(readEan(shortened, anyItem)).toEqual({ wrong: 'numberMangled' });
    }),
    { numRuns: 2000 },
  );
});
