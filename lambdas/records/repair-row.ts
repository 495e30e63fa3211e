import * as z from 'zod/mini';
import { storeKey } from '#lambdas/directory/users.ts';
import * as field from '#shared/fields.ts';
import { rmaOf, stateOf } from '#shared/records/lifecycle.ts';
import { normaliseReference, withdrawnReference } from '#shared/records/reference.ts';
import { repair, repairSummary } from '#shared/repairs/repair.ts';
import { stateAt } from './state-at.ts';

/** A row of the repairs table. `pending` (the region) is there only while no RMA is assigned. */
export const repairRow = z.extend(repair, {
  store: z.string(),
  reference: z.string(),
  region: field.region,
  stateAt: z.string(),
  pending: z.optional(field.region),
  /** The user (sub) who booked. */
  createdBy: z.string(),
});

export type RepairRow = z.output<typeof repairRow>;

/** What the table's indexes hold of a row. */
export const repairIndexRow = z.extend(repairSummary, { reference: z.string() });

export type RepairIndexRow = z.output<typeof repairIndexRow>;

type Derived = 'rma' | 'state' | 'store' | 'reference' | 'stateAt' | 'pending';

/** Whether the store took the repair back; what the provider reports afterwards doesn't undo that. */
export const isWithdrawn = ({ timeline }: Pick<RepairRow, 'timeline'>) =>
  timeline.some(({ type }) => type === 'withdrawn');

/** A row out of what is known of a repair: its keys, its state and its RMA number follow, and nothing else gets in. */
export const newRepairRow = (facts: Omit<RepairRow, Derived>): RepairRow => {
  const { region, storeId, storeRefNo, id, timeline, createdAt } = facts;
  const [rma, state] = [rmaOf(timeline), stateOf(timeline)];
  return repairRow.parse({
    ...facts,
    rma,
    state,
    store: storeKey(region, storeId),
    reference: isWithdrawn(facts) ? withdrawnReference(storeRefNo, id) : normaliseReference(storeRefNo),
    stateAt: stateAt(state, createdAt),
    pending: rma === null && !isWithdrawn(facts) ? region : undefined,
  });
};
