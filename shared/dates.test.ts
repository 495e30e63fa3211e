import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, addMonths, addWorkingDays, calendarDate, daysBetween, isWeekend } from './dates.ts';
import { parseDate, parseTypedDate, startOfDay } from './dates.ts';
import { prefixes, regions } from './regions.ts';

describe('the calendar date of a region', () => {
  test.each([
    ['2026-11-21T22:59:59Z', 'Europe/Berlin', '2026-11-21'],
    ['2026-11-21T23:00:00Z', 'Europe/Berlin', '2026-11-22'],
    ['2026-11-21T23:30:00Z', 'Europe/London', '2026-11-21'],
    // The night the clocks go forward, and the one they go back.
    ['2026-03-28T23:59:59Z', 'Europe/London', '2026-03-28'],
    ['2026-03-29T21:59:59Z', 'Europe/Paris', '2026-03-29'],
    ['2026-03-29T22:00:00Z', 'Europe/Paris', '2026-03-30'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    // What a provider's program says of no date.
    ['0001-01-01T12:00:00Z', 'Europe/Berlin', '0001-01-01'],
  ])('at %s in %s is %s', (instant, timeZone, date) => {
    expect(calendarDate(new Date(instant), timeZone)).toBe(date);
  });

  test('has four-digit years, compares as text, and never runs backwards', () => {
    const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        instants,
        fc.nat({ max: 86_400_000 }),
        fc.constantFrom(...Object.values(regions)),
        (instant, later, { timeZone }) => {
          const date = calendarDate(instant, timeZone);
          expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          expect(date <= calendarDate(new Date(instant.getTime() + later), timeZone)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('a written date', () => {
  test.each([
    ['1/2/2026', '2026-02-01'],
    [' 2026-11-21 ', '2026-11-21'],
    ['29/02/2028', '2028-02-29'],
  ])('%j is %s', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  test.each([
    '',
    '11/21/2026',
    '29/02/2026',
    '31.02.2026',
    '21/11/26',
    '2026/11/21',
    '21 November 2026',
    '150126',
    '0000-00-00',
    '15/01/0026',
    '1899-12-31',
    '21/11/20260',
  ])('%j is none', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  test('every date is read back from each way of writing it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
        (instant) => {
          const date = instant.toISOString().slice(0, 10);
          const [year, month, day] = date.split('-');
          expect([date, `${day}/${month}/${year}`, `${day}.${month}.${year}`].map(parseDate)).toEqual([
            date,
            date,
            date,
          ]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('the beginning of a day', () => {
  test('is its first instant: the one before belongs to the day before', () => {
    const dates = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(dates, fc.constantFrom(...Object.values(regions)), (date, { timeZone }) => {
        const first = startOfDay(date, timeZone);
        expect(calendarDate(first, timeZone)).toBe(date);
        expect(calendarDate(new Date(first.getTime() - 1), timeZone)).toBe(addDays(date, -1));
      }),
      { numRuns: 2000 },
    );
  });

  test('every day of a year of a region has 24 hours, but for one of 23 and one of 25', () => {
    for (const { timeZone } of Object.values(regions)) {
      const lengths = Array.from({ length: 365 }, (_, day) => addDays('2026-01-01', day)).map(
        (date) => (startOfDay(addDays(date, 1), timeZone).getTime() - startOfDay(date, timeZone).getTime()) / 3_600_000,
      );
      expect(lengths.filter((hours) => hours !== 24)).toEqual([23, 25]);
    }
  });
});

describe('days later', () => {
  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-01-01', 0, '2026-01-01'],
  ])('%s and %d more is %s', (date, days, later) => {
    expect(addDays(date, days)).toBe(later);
  });
});

const someDay = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

describe('days', () => {
  test('a month later is the same day or the month’s last', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 0, max: 60 }), (date, months) => {
        const later = addMonths(date, months);
        const count = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7));
        expect(count(later) - count(date)).toBe(months);
        if (later.slice(8) !== date.slice(8)) {
          expect(later < `${later.slice(0, 8)}${date.slice(8)}`).toBe(true);
          expect(addDays(later, 1).slice(8)).toBe('01');
        }
      }),
      { numRuns: 1000 },
    );
    expect([addMonths('2028-02-29', 12), addMonths('2027-01-31', 1)]).toEqual(['2029-02-28', '2027-02-28']);
  });

  test('of work are counted one by one, whatever holidays there are', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(40)), (date, days, free) => {
        const holidays = new Set(free.map((after) => addDays(date, after)));
        const isFree = (one: string) => isWeekend(one) || holidays.has(one);
        const by = addWorkingDays(date, days, (one) => holidays.has(one));
        const between = Array.from({ length: daysBetween(date, by) }, (_, after) => addDays(date, after + 1));
        expect(isFree(by)).toBe(false);
        expect(between.filter((one) => !isFree(one))).toHaveLength(days);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a date typed into a field', () => {
  test.each([
    ['15.1.26', '2026-01-15'],
    ['15/1/26', '2026-01-15'],
    ['15 1 2026', '2026-01-15'],
    ['15.1.99', '1999-01-15'],
    ['2026-01-15', '2026-01-15'],
    ['20260115', '2026-01-15'],
    ['20101115', '2010-11-15'],
    ['19101115', '1910-11-15'],
  ])('%j is %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date);
  });

  test.each(['', '15', '1501', '15126', '310226', '011326', '15.1.', '15.1.2', '15.1.202', '26-01-15x', '150126.5'])(
    '%j is none, or none yet',
    (text) => {
      expect(parseTypedDate(text)).toBeUndefined();
    },
  );

  test('every day can be typed in each of the ways', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1980-01-01'), max: new Date('2079-12-31'), noInvalidDate: true }),
        fc.constantFrom('', '.', '/', '-', ' '),
        fc.constantFrom(2, 4),
        (instant, sign, digits) => {
          const date = instant.toISOString().slice(0, 10);
          const [year = '', month = '', day = ''] = date.split('-');
          expect(parseTypedDate([day, month, year.slice(-digits)].join(sign))).toBe(date);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a date with its month in words', () => {
  test.each([
    ['15 Jan. 2026.', '2026-01-15'],
    ['15-Jan-2026', '2026-01-15'],
    ['15Jan2026', '2026-01-15'],
    ['1er févr. 2026', '2026-02-01'],
    ['1 fevrier 2026', '2026-02-01'],
    ['3. Mrz. 2026', '2026-03-03'],
    ['3. Maerz 2026', '2026-03-03'],
    ['3 MÄR 2026', '2026-03-03'],
    ['5. Jänner 2026', '2026-01-05'],
    // The accent as a sign of its own.
    ['2 aou\u0302t 2026', '2026-08-02'],
    ['4th Sept 2026', '2026-09-04'],
    ['January 15, 2026', '2026-01-15'],
    ['29 February 2028', '2028-02-29'],
    ['15-Jan-26', '2026-01-15'],
  ])('%j is %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date);
  });

  // June or July, no month, no day, no such day, a day or a year.
  test.each([
    '15 jui 2026',
    '15 ju 2026',
    '15 Foo 2026',
    'Jan 2026',
    '15 Jan',
    '29 Feb 2026',
    '0 Jan 2026',
    'Jan 15 26',
    '15 Jan 202',
    '15 Januarys 2026',
    '15 Jan Feb 2026',
  ])('%j is none', (text) => {
    expect(parseTypedDate(text)).toBeUndefined();
  });

  test('every day can be written as each language writes it, long and short', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1980-01-01'), max: new Date('2079-12-31'), noInvalidDate: true }),
        fc.constantFrom(...Object.values(prefixes)),
        fc.constantFrom('long' as const, 'short' as const),
        (instant, { locale }, month) => {
          const text = new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
          expect(parseTypedDate(text.format(instant))).toBe(instant.toISOString().slice(0, 10));
        },
      ),
      { numRuns: 200 },
    );
  });
});
