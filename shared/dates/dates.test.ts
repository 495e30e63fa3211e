import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { regions } from '#shared/config/regions.ts';
import {
  addDays,
  addMonths,
  addWorkingDays,
  toCalendarDate,
  daysBetween,
  isWeekend,
  startOfHour,
  toHour,
  startOfDay,
} from './dates.ts';

describe('toCalendarDate', () => {
  test.each([
    ['2026-11-21T22:59:59Z', 'Europe/Berlin', '2026-11-21'],
    ['2026-11-21T23:00:00Z', 'Europe/Berlin', '2026-11-22'],
    ['2026-11-21T23:30:00Z', 'Europe/London', '2026-11-21'],
    // The nights when the clocks go forward and back.
    ['2026-03-28T23:59:59Z', 'Europe/London', '2026-03-28'],
    ['2026-03-29T21:59:59Z', 'Europe/Paris', '2026-03-29'],
    ['2026-03-29T22:00:00Z', 'Europe/Paris', '2026-03-30'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    // Year 1: some programs send it for a missing date.
    ['0001-01-01T12:00:00Z', 'Europe/Berlin', '0001-01-01'],
  ])('at %s in %s is %s', (instant, timeZone, date) => {
    expect(toCalendarDate(new Date(instant), timeZone)).toBe(date);
  });

  test('has four-digit years and is monotonic', () => {
    const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        instants,
        fc.nat({ max: 86_400_000 }),
        fc.constantFrom(...Object.values(regions)),
        (instant, elapsedMs, { timeZone }) => {
          const date = toCalendarDate(instant, timeZone);
          expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          expect(date <= toCalendarDate(new Date(instant.getTime() + elapsedMs), timeZone)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('startOfDay', () => {
  test('returns the first instant of the day', () => {
    const dates = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(dates, fc.constantFrom(...Object.values(regions)), (date, { timeZone }) => {
        const firstInstant = startOfDay(date, timeZone);
        expect(toCalendarDate(firstInstant, timeZone)).toBe(date);
        expect(toCalendarDate(new Date(firstInstant.getTime() - 1), timeZone)).toBe(addDays(date, -1));
      }),
      { numRuns: 2000 },
    );
  });

  test('gives one 23-hour and one 25-hour day a year', () => {
    for (const { timeZone } of Object.values(regions)) {
      const lengths = Array.from({ length: 365 }, (_, day) => addDays('2026-01-01', day)).map(
        (date) => (startOfDay(addDays(date, 1), timeZone).getTime() - startOfDay(date, timeZone).getTime()) / 3_600_000,
      );
      expect(lengths.filter((hours) => hours !== 24)).toEqual([23, 25]);
    }
  });
});

describe('addDays', () => {
  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-01-01', 0, '2026-01-01'],
  ])('%s plus %d is %s', (date, days, laterDate) => {
    expect(addDays(date, days)).toBe(laterDate);
  });
});

const calendarDates = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));

describe('addMonths and addWorkingDays', () => {
  test('adds months, falling back to the last day of a shorter month', () => {
    fc.assert(
      fc.property(calendarDates, fc.integer({ min: 0, max: 60 }), (date, months) => {
        const laterDate = addMonths(date, months);
        const countMonths = (isoDate: string) => Number(isoDate.slice(0, 4)) * 12 + Number(isoDate.slice(5, 7));
        expect(countMonths(laterDate) - countMonths(date)).toBe(months);
        if (laterDate.slice(8) !== date.slice(8)) {
          expect(laterDate < `${laterDate.slice(0, 8)}${date.slice(8)}`).toBe(true);
          expect(addDays(laterDate, 1).slice(8)).toBe('01');
        }
      }),
      { numRuns: 1000 },
    );
    expect([addMonths('2028-02-29', 12), addMonths('2027-01-31', 1)]).toEqual(['2029-02-28', '2027-02-28']);
  });

  test('adds exactly the given number of working days, for any holidays', () => {
    fc.assert(
      fc.property(
        calendarDates,
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat(40)),
        (date, days, holidayOffsets) => {
          const holidays = new Set(holidayOffsets.map((offset) => addDays(date, offset)));
          const isDayOff = (day: string) => isWeekend(day) || holidays.has(day);
          const end = addWorkingDays(date, days, (day) => holidays.has(day));
          const followingDays = Array.from({ length: daysBetween(date, end) }, (_, offset) =>
            addDays(date, offset + 1),
          );
          expect(isDayOff(end)).toBe(false);
          expect(followingDays.filter((day) => !isDayOff(day))).toHaveLength(days);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

test.each([
  ['2026-03-29', 8, 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['2026-03-28', 8, 'Europe/Berlin', '2026-03-28T07:00:00.000Z'],
  ['2026-10-25', 12, 'Europe/London', '2026-10-25T12:00:00.000Z'],
  ['2026-10-24', 12, 'Europe/London', '2026-10-24T11:00:00.000Z'],
])('startOfHour: %s at %i in %s is %s', (date, hour, timeZone, instant) => {
  const start = startOfHour(date, hour, timeZone);
  expect(start.toISOString()).toBe(instant);
  expect(toHour(start, timeZone)).toBe(hour);
  expect(toHour(new Date(start.getTime() - 1), timeZone)).toBe(hour - 1);
});
