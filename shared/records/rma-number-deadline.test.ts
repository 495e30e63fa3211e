import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { regionIds } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { addDays } from '#shared/dates/dates.ts';
import { findLastOverdueBookingDay, calculateRmaDeadline } from './rma-number-deadline.ts';

test.each([
  ['Monday', '2026-11-09', '2026-11-11'],
  ['Thursday', '2026-11-05', '2026-11-09'],
  ['Friday', '2026-11-06', '2026-11-10'],
  ['Sunday', '2026-11-08', '2026-11-10'],
  ['Friday before England’s summer bank holiday', '2026-08-28', '2026-09-02'],
  ['Christmas Eve', '2026-12-24', '2026-12-30'],
])('the RMA number of a booking on a %s (%s) is due on %s', (_, bookedOn, deadline) =>
  expect(calculateRmaDeadline(bookedOn, calendars.nuk)).toBe(deadline),
);

test('findLastOverdueBookingDay returns the last day with an overdue RMA number', () => {
  const days = fc.integer({ min: 0, max: 5 * 365 }).map((offset) => addDays('2025-01-01', offset));
  fc.assert(
    fc.property(fc.constantFrom(...regionIds), days, fc.integer({ min: -20, max: 0 }), (region, today, dayOffset) => {
      const bookedOn = addDays(today, dayOffset);
      const isOverdue = calculateRmaDeadline(bookedOn, calendars[region]) < today;
      expect(bookedOn <= findLastOverdueBookingDay(today, calendars[region])).toBe(isOverdue);
    }),
    { numRuns: 1000 },
  );
});
