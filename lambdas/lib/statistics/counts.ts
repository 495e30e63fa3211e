import * as z from 'zod/mini';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { daysBetween, toCalendarDate } from '#shared/dates/dates.ts';
import { startOfWeek } from '#shared/dates/weeks.ts';
import type { Milestones } from '#shared/records/milestones.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { isOpen } from '#shared/repairs/lifecycle.ts';
import type { ReturnState } from '#shared/returns/return.ts';
import type { Interval } from '#shared/statistics/overview.ts';

// Counts of the records that one store booked in one month. The month is that of the booking, in the region's calendar.

/** Number of records by a key. */
const countByKey = z.record(z.string(), z.int());
type CountByKey = z.output<typeof countByKey>;

/** Number of repairs by the month in which an interval ended, then by the days that the interval took. */
const daysByMonth = z.record(z.string(), countByKey);

export const repairCounts = z.object({
  /** By Monday of the week of booking, without withdrawn repairs, like `products` and `issues`. */
  weeks: countByKey,
  states: countByKey,
  /** Open repairs by the day of their next deadline, then by state. */
  due: z.record(z.string(), countByKey),
  products: countByKey,
  issues: countByKey,
  // From booking to the RMA number, to receipt and to dispatch, and from receipt to dispatch.
  rma: daysByMonth,
  receipt: daysByMonth,
  dispatch: daysByMonth,
  repair: daysByMonth,
});
export type RepairCounts = z.output<typeof repairCounts>;

export const returnCounts = z.object({ weeks: countByKey, states: countByKey });
export type ReturnCounts = z.output<typeof returnCounts>;

type CountedRecord = { readonly id: string; readonly createdAt: string; readonly milestones?: Milestones | undefined };
export type CountedRepair = CountedRecord & {
  readonly state: RepairState;
  readonly product: string;
  readonly issue: string;
  readonly next?: UpcomingDeadline | undefined;
};
export type CountedReturn = CountedRecord & { readonly state: ReturnState };

const increase = (counts: CountByKey, key: string | number) => (counts[key] = (counts[key] ?? 0) + 1);
const increaseNested = (counts: Record<string, CountByKey>, outerKey: string, key: string | number) =>
  increase((counts[outerKey] ??= {}), key);

/** Returns false for a store's deadline to complain about a missing parcel: arrivals are not reported, so a passed deadline does not mean a delay. */
const isCountedDeadline = ({ promise }: UpcomingDeadline) => promise !== 'arrival';

const toDay = (createdAt: string, region: RegionId) => toCalendarDate(new Date(createdAt), regions[region].timeZone);

/**
 * Returns the number of timeline entries of records. It grows with each change, so of two counts the one with fewer entries is
 * older.
 */
export const countTimelineEntries = (records: readonly CountedRecord[]): number =>
  records.reduce((sum, { milestones }) => sum + (milestones?.entries ?? 1), 0);

export const countRepairs = (region: RegionId, repairs: readonly CountedRepair[]): RepairCounts => {
  const counts: RepairCounts = {
    weeks: {},
    states: {},
    due: {},
    products: {},
    issues: {},
    rma: {},
    receipt: {},
    dispatch: {},
    repair: {},
  };
  const countInterval = (
    name: Interval,
    from: CalendarDate | undefined,
    to: CalendarDate | undefined,
    pauseDays = 0,
  ) => {
    if (from === undefined || to === undefined) return;
    // The provider's clock may differ, so that an interval could seem to have a negative length.
    increaseNested(counts[name], to.slice(0, 7), Math.max(0, daysBetween(from, to) - pauseDays));
  };
  for (const { createdAt, state, product, issue, next, milestones } of repairs) {
    increase(counts.states, state);
    if (state === 'withdrawn') continue;
    const bookedOn = toDay(createdAt, region);
    increase(counts.weeks, startOfWeek(bookedOn));
    increase(counts.products, product);
    increase(counts.issues, issue);
    if (isOpen(state) && next && isCountedDeadline(next)) increaseNested(counts.due, next.by, state);
    const { rma, received, dispatched, waitingDays } = milestones ?? {};
    countInterval('rma', bookedOn, rma);
    countInterval('receipt', bookedOn, received);
    countInterval('dispatch', bookedOn, dispatched);
    countInterval('repair', received, dispatched, waitingDays);
  }
  return counts;
};

export const countReturns = (region: RegionId, returns: readonly CountedReturn[]): ReturnCounts => {
  const counts: ReturnCounts = { weeks: {}, states: {} };
  for (const { createdAt, state } of returns) {
    increase(counts.states, state);
    if (state !== 'withdrawn') increase(counts.weeks, startOfWeek(toDay(createdAt, region)));
  }
  return counts;
};
