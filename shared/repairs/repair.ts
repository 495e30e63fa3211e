import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { recordSummary } from '#shared/records/record.ts';
import type { Rules } from '#shared/route.ts';
import { storeChoiceRules } from '#shared/stores.ts';
import { listedContent, repairContent, repairContentRules, storedContent } from './content.ts';
import { repairEntry, repairStates } from './lifecycle.ts';
import { nextPromise, repairPromise } from './promises.ts';

export const repairSummary = z.object({
  ...recordSummary,
  state: z.enum(repairStates),
  ...listedContent,
  /** What is due next, whether its day has passed or not; none where nobody has to see to anything. */
  next: z.optional(nextPromise),
});

/** A submitted repair with all there is to know. `version` counts its changes (optimistic lock): whoever changes it says which one they saw. */
export const repair = z.extend(repairSummary, {
  ...storedContent,
  termsAccepted: z.string(),
  version: z.int(),
  timeline: z.array(repairEntry),
  /** What the terms promise of it, as of today in its region. */
  promises: z.array(repairPromise),
});

export type RepairSummary = z.output<typeof repairSummary>;
export type Repair = z.output<typeof repair>;

const confirmed = z.literal(true, 'confirmation');

/** A repair as a store books it. `id` is the idempotency key that the browser makes when the form opens: it tells a repeated request from a second booking. */
export const repairBooking = z.strictObject({
  region: field.region,
  id: z.uuid(),
  /** The store an admin books for; staff book for their own. */
  storeId: z.optional(field.storeId),
  ...repairContent,
  storeRefNo: field.storeRefNo,
  customerPresence: confirmed,
  termsAcceptance: confirmed,
});

export const repairBookingRules: Rules<typeof repairBooking.shape> = (input, context) => [
  ...storeChoiceRules(input, context),
  ...repairContentRules(input, context),
];
