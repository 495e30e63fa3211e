import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { prefixes } from '#shared/config/regions.ts';
import { parseDate, parseDayAndMonth, parseTypedDate } from './parse-date.ts';

describe('parseDate', () => {
  test.each([
    ['1/2/2026', '2026-02-01'],
    [' 2026-11-21 ', '2026-11-21'],
    ['29/02/2028', '2028-02-29'],
  ])('parses %j as %s', (text, date) => {
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
  ])('rejects %j', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  test('parses every date in each format', () => {
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

describe('parseTypedDate', () => {
  test.each([
    ['15.1.26', '2026-01-15'],
    ['15/1/26', '2026-01-15'],
    ['15 1 2026', '2026-01-15'],
    ['15.1.99', '1999-01-15'],
    ['2026-01-15', '2026-01-15'],
    ['20260115', '2026-01-15'],
    ['20101115', '2010-11-15'],
    ['19101115', '1910-11-15'],
  ])('parses %j as %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date);
  });

  test.each(['', '15', '1501', '15126', '310226', '011326', '15.1.', '15.1.2', '15.1.202', '26-01-15x', '150126.5'])(
    'returns undefined for %j, which is invalid or incomplete',
    (text) => {
      expect(parseTypedDate(text)).toBeUndefined();
    },
  );

  test('parses every day in each format', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1980-01-01'), max: new Date('2079-12-31'), noInvalidDate: true }),
        fc.constantFrom('', '.', '/', '-', ' '),
        fc.constantFrom(2, 4),
        (instant, separator, digits) => {
          const date = instant.toISOString().slice(0, 10);
          const [year = '', month = '', day = ''] = date.split('-');
          expect(parseTypedDate([day, month, year.slice(-digits)].join(separator))).toBe(date);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('parseDayAndMonth', () => {
  test.each([
    ['1503', '2026-03-15'],
    ['2111', '2026-11-21'],
    ['2211', '2025-11-22'],
    ['3112', '2025-12-31'],
    [' 0101 ', '2026-01-01'],
  ])('reads %j as %s on 21 November 2026', (text, date) => {
    expect(parseDayAndMonth(text, '2026-11-21')).toBe(date);
  });

  test.each(['3002', '0013', '2902', '153', '15032', ''])('rejects %j', (text) => {
    expect(parseDayAndMonth(text, '2026-11-21')).toBeUndefined();
  });

  test('finds the leap day of the last twelve months', () => {
    expect(parseDayAndMonth('2902', '2029-02-27')).toBe('2028-02-29');
  });
});

describe('parseTypedDate with the month in words', () => {
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
    // With a combining accent.
    ['2 aou\u0302t 2026', '2026-08-02'],
    ['4th Sept 2026', '2026-09-04'],
    ['January 15, 2026', '2026-01-15'],
    ['29 February 2028', '2028-02-29'],
    ['15-Jan-26', '2026-01-15'],
  ])('parses %j as %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date);
  });

  // Ambiguous months, missing parts, impossible days, and a number that may be the day or the year.
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
  ])('rejects %j', (text) => {
    expect(parseTypedDate(text)).toBeUndefined();
  });

  test('parses every day in each language’s long and short form', () => {
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
