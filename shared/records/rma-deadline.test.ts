import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calendars } from '#shared/calendars.ts';
import { addDays } from '#shared/dates.ts';
import { regionIds } from '#shared/regions.ts';
import { lastOverdueBookingDay, rmaDeadline } from './rma-deadline.ts';

test.each([
  ['Monday', '2026-11-09', '2026-11-11'],
  ['Thursday', '2026-11-05', '2026-11-09'],
  ['Friday', '2026-11-06', '2026-11-10'],
  ['Sunday', '2026-11-08', '2026-11-10'],
  ['Friday before England’s summer bank holiday', '2026-08-28', '2026-09-02'],
  ['Christmas Eve', '2026-12-24', '2026-12-30'],
])('the RMA number of a booking of %s (%s) is due by %s', (_, bookedOn, by) =>
  expect(rmaDeadline(bookedOn, calendars.nuk)).toBe(by),
);

test('RMA numbers are overdue up to the last overdue booking day, and not after it', () => {
  const days = fc.integer({ min: 0, max: 5 * 365 }).map((after) => addDays('2025-01-01', after));
  fc.assert(
    fc.property(fc.constantFrom(...regionIds), days, fc.integer({ min: -20, max: 0 }), (region, today, ago) => {
      const bookedOn = addDays(today, ago);
      const isOverdue = rmaDeadline(bookedOn, calendars[region]) < today;
      expect(bookedOn <= lastOverdueBookingDay(today, calendars[region])).toBe(isOverdue);
    }),
    { numRuns: 1000 },
  );
});
