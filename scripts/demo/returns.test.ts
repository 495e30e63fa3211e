import { describe, expect, test } from '@jest/globals';
import { buildReturnRow } from '#lambdas/lib/records/return.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { returnBooking, returnBookingRules } from '#shared/returns/booking.ts';
import { demoStores } from './accounts.ts';
import type { DemoReturn } from './returns.ts';
import { createDemoReturns } from './returns.ts';

const now = new Date('2026-11-21T10:00:00Z');
const toRow = (demo: DemoReturn) => buildReturnRow({ ...demo, createdBy: 'user-1' });

describe('demo returns', () => {
  test.each(['nuk', 'ndach'] as const)('of %s are valid bookings', (region) => {
    for (const store of demoStores[region]) {
      for (const { region: _, storeRefNo, id, files, lines, createdAt } of createDemoReturns(region, store, 14, now)) {
        const parsed = returnBooking.parse({ region, id, storeRefNo, files, lines });
        expect(
          returnBookingRules(parsed, {
            today: toCalendarDate(new Date(createdAt), regions[region].timeZone),
            isAdmin: false,
            returnPeriodDays: 30,
          }),
        ).toEqual([]);
      }
    }
  });

  test('are the same in every run, distinct, and never in the future', () => {
    const returns = createDemoReturns('nuk', demoStores.nuk[0], 14, now);
    expect(createDemoReturns('nuk', demoStores.nuk[0], 14, now)).toEqual(returns);
    expect(new Set(returns.map(({ id }) => id)).size).toBe(14);
    expect(new Set(returns.map(({ storeRefNo }) => storeRefNo)).size).toBe(14);
    for (const { timeline } of returns) for (const { at } of timeline) expect(at <= now.toISOString()).toBe(true);
  });

  test.each([14, 4])('in a list of %i, only the newest two lack an RMA number', (count) => {
    const rows = createDemoReturns('nuk', demoStores.nuk[0], count, now).map(toRow);
    expect(rows.map(({ rma }) => rma === null)).toEqual(rows.map((_, index) => index < 2));
    expect(new Set(rows.flatMap(({ rma }) => rma ?? [])).size).toBe(count - 2);
  });
});
