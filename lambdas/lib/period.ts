import type { CalendarDate } from '#shared/dates.ts';
import { addDays, startOfDay } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';

/** The instants (ISO) between which something was booked, both included; an open end is left out. */
export type Period = { readonly from?: string; readonly to?: string };

// No record is older or newer; calendars beyond the year 9999 are no longer written with four digits.
const [earliest, latest] = ['2000-01-01', '2999-12-31'];

const within = (date: CalendarDate) => (date < earliest ? earliest : date > latest ? latest : date);

/** The period of whole days, first and last included, in a region's calendar; a day may have 23 or 25 hours. */
export const periodOf = (
  region: RegionId,
  { from, to }: { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined },
): Period => {
  const { timeZone } = regions[region];
  const lastInstant = (date: CalendarDate) => new Date(startOfDay(addDays(date, 1), timeZone).getTime() - 1);
  return {
    ...(from !== undefined && { from: startOfDay(within(from), timeZone).toISOString() }),
    ...(to !== undefined && { to: lastInstant(within(to)).toISOString() }),
  };
};

export const isWithin = (instant: string, { from, to }: Period) =>
  (from === undefined || instant >= from) && (to === undefined || instant <= to);
