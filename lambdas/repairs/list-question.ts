import type { Parsed } from '#shared/route.ts';
import type { routes } from '#shared/routes/table.ts';
import type { Caller } from '#lambdas/lib/caller.ts';
import type { Asked } from './cursor.ts';
import { periodOf } from './period.ts';
import type { Filter, Owner } from './store.ts';
import { ownerFor } from './whose.ts';

/** What a caller wants to see of the repairs that they may see. */
export type Question = {
  readonly owner: Owner;
  readonly filter: Filter;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** What a cursor of this list belongs to. */
  readonly asked: Asked;
};

export const questionOf = (input: Parsed<typeof routes.repairs.listRepairs>, caller: Caller): Question => {
  const { region, state, from, to, search, limit, cursor } = input;
  const owner = ownerFor(caller, region, input.storeId);
  return { owner, filter: { state, period: periodOf(region, { from, to }) }, search, limit, cursor, asked: [region, owner.storeId, state, from, to, search] };
};
