import type { CalendarDate } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Caller } from './caller.ts';
import type { Asked } from './cursor.ts';
import type { Period } from './period.ts';
import { periodOf } from './period.ts';
import type { Owner } from './whose.ts';
import { ownerFor } from './whose.ts';

export type Filter<State extends string> = { readonly state?: State | undefined; readonly period: Period };

/** What a list's route is asked (shared/list.ts). */
type ListInput<State extends string> = {
  readonly region: RegionId;
  readonly storeId?: string | undefined;
  readonly state?: State | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** What a caller wants to see of the records that they may see. */
export type Question<State extends string> = {
  readonly owner: Owner;
  readonly filter: Filter<State>;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** What a cursor of this list belongs to. */
  readonly asked: Asked;
};

export const questionOf = <State extends string>(input: ListInput<State>, caller: Caller): Question<State> => {
  const { region, state, from, to, search, limit, cursor } = input;
  const owner = ownerFor(caller, region, input.storeId);
  return {
    owner,
    filter: { state, period: periodOf(region, { from, to }) },
    search,
    limit,
    cursor,
    asked: [region, owner.storeId, state, from, to, search],
  };
};
