import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import type { Rules } from '#shared/route.ts';
import { storeChoiceRules } from '#shared/store-choice.ts';
import { repairContent, repairContentRules } from './content.ts';

const confirmed = z.literal(true, 'confirmation');

/** A repair as a store books it. `id` is made by the browser when the form opens, so that a repeated request is told from a second booking. */
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
