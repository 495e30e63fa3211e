import type { Caller } from '#lambdas/http/caller.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { addDays, startOfDay } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { Owner } from './access.ts';
import { ownerFor } from './access.ts';
import type { CursorScope } from './cursor.ts';

/** The instants (ISO) between which something was booked, both included; an open end is left out. */
export type InstantRange = { readonly from?: string; readonly to?: string };

// No record is older or newer; calendars beyond the year 9999 are no longer written with four digits.
const [earliest, latest] = ['2000-01-01', '2999-12-31'];

const within = (date: CalendarDate) => (date < earliest ? earliest : date > latest ? latest : date);

/** The period of whole days, first and last included, in a region's calendar; a day may have 23 or 25 hours. */
export const instantsOf = (
  region: RegionId,
  { from, to }: { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined },
): InstantRange => {
  const { timeZone } = regions[region];
  const lastInstant = (date: CalendarDate) => new Date(startOfDay(addDays(date, 1), timeZone).getTime() - 1);
  return {
    ...(from !== undefined && { from: startOfDay(within(from), timeZone).toISOString() }),
    ...(to !== undefined && { to: lastInstant(within(to)).toISOString() }),
  };
};

/** Whether an instant lies between two others, both included; an absent one is no limit. */
export const isWithin = (instant: string, { from, to }: InstantRange) =>
  (from === undefined || instant >= from) && (to === undefined || instant <= to);

export type Filter<State extends string> = { readonly state?: State | undefined; readonly period: InstantRange };

/** What a list's route is asked (shared/records/list.ts). */
export type ListInput<State extends string> = {
  readonly region: RegionId;
  readonly storeId?: string | undefined;
  readonly state?: State | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly search?: string | undefined;
  readonly due?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** What a caller wants to see of the records that they may see. */
export type ListQuery<State extends string> = {
  readonly owner: Owner;
  readonly filter: Filter<State>;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** What a cursor of this list belongs to. */
  readonly scope: CursorScope;
};

/** What to ask for a list: of staff their own store's, whatever they name. */
export const listQueryOf = <State extends string>(input: ListInput<State>, caller: Caller): ListQuery<State> => {
  const { region, state, from, to, search, due, limit, cursor } = input;
  const owner = ownerFor(caller, region, input.storeId);
  return {
    owner,
    filter: { state, period: instantsOf(region, { from, to }) },
    search,
    limit,
    cursor,
    scope: [region, owner.storeId, state, from, to, search, due],
  };
};
