import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import type { Rules } from '#shared/api/route.ts';
import { recordSummary } from '#shared/records/record.ts';
import { storeChoiceRules } from '#shared/stores/stores.ts';
import { listedContent, repairContent, repairContentRules, storedContent } from './content.ts';
import { nextDeadline, repairDeadline } from './deadlines.ts';
import { repairEntry, repairStates } from './lifecycle.ts';

export const repairSummary = z.object({
  ...recordSummary,
  state: z.enum(repairStates),
  ...listedContent,
  /** Next deadline, even if it has passed; absent if no action is required. */
  next: z.optional(nextDeadline),
});

/**
 * Complete repair. `version` increases with each change, and changes must state the version seen (optimistic locking).
 */
export const repair = z.extend(repairSummary, {
  ...storedContent,
  termsAccepted: z.string(),
  version: z.int(),
  timeline: z.array(repairEntry),
  /** Deadlines according to the terms, as of today in the repair's region. */
  promises: z.array(repairDeadline),
});

export type RepairSummary = z.output<typeof repairSummary>;
export type Repair = z.output<typeof repair>;

const mustBeTrue = z.literal(true, 'confirmation');

/**
 * Booking of a repair by a store. `id` is the idempotency key, which the browser creates when the form opens, so that
 * a retry is not a second booking.
 */
export const repairBooking = z.strictObject({
  region: field.region,
  id: z.uuid(),
  /** Store for which an admin books; staff members book for their own store. */
  storeId: z.optional(field.storeId),
  ...repairContent,
  storeRefNo: field.storeRefNo,
  customerPresence: mustBeTrue,
  termsAcceptance: mustBeTrue,
});

export const repairBookingRules: Rules<typeof repairBooking.shape> = (input, context) => [
  ...storeChoiceRules(input, context),
  ...repairContentRules(input, context),
];
