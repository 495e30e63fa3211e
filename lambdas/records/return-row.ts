import * as z from 'zod/mini';
import { storeKey } from '#lambdas/directory/users.ts';
import * as field from '#shared/fields.ts';
import { rmaOf } from '#shared/records/lifecycle.ts';
import { normaliseReference } from '#shared/records/reference.ts';
import { returnRecord, returnStateOf, returnSummary, summaryOfLines } from '#shared/returns/return.ts';
import { stateAt } from './state-at.ts';

/** A row of the returns table, with all its lines. `pending` (the region) is there only while no RMA is assigned. */
export const returnRow = z.extend(returnRecord, {
  store: z.string(),
  reference: z.string(),
  region: field.region,
  stateAt: z.string(),
  pending: z.optional(field.region),
  /** The user (sub) who booked. */
  createdBy: z.string(),
  /** Hashes of the files that lines came from. */
  files: z.array(z.string()),
});

export type ReturnRow = z.output<typeof returnRow>;

/** What the table's indexes hold of a row. */
export const returnIndexRow = z.extend(returnSummary, { reference: z.string() });

export type ReturnIndexRow = z.output<typeof returnIndexRow>;

type Derived =
  | 'rma'
  | 'state'
  | 'store'
  | 'reference'
  | 'stateAt'
  | 'pending'
  | keyof ReturnType<typeof summaryOfLines>;

/** A row out of what is known of a return: its keys, its summary, its state and its RMA number follow, and nothing else gets in. */
export const newReturnRow = (facts: Omit<ReturnRow, Derived>): ReturnRow => {
  const { region, storeId, storeRefNo, lines, timeline, createdAt } = facts;
  const [rma, state] = [rmaOf(timeline), returnStateOf(timeline)];
  return returnRow.parse({
    ...facts,
    ...summaryOfLines(lines),
    rma,
    state,
    store: storeKey(region, storeId),
    reference: normaliseReference(storeRefNo),
    stateAt: stateAt(state, createdAt),
    pending: rma === null ? region : undefined,
  });
};
