import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { timelineEntry } from '#shared/records/timeline.ts';
import type { Rules } from '#shared/route.ts';
import { storeChoiceRules } from '#shared/stores.ts';
import { storedContent, repairContent, repairContentRules } from './content.ts';
import { repairStates } from './states.ts';

const { product, isOnlyAccessories, accessories, issue, serialNumber } = storedContent;

/** A submitted repair as lists show it. `rma` is null while the provider has not assigned one ("Pending"). */
export const repairSummary = z.object({
  id: z.uuid(),
  rma: z.nullable(z.string()),
  state: z.enum(repairStates),
  storeRefNo: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  createdAt: field.instant,
  product,
  isOnlyAccessories,
  accessories,
  issue,
  serialNumber,
});

/** A submitted repair with all there is to know. `version` counts its changes: whoever changes it says which one they saw. */
export const repair = z.extend(repairSummary, {
  purchaseDate: storedContent.purchaseDate,
  detailedDescription: storedContent.detailedDescription,
  /** The date of the terms that were accepted. */
  termsAccepted: z.string(),
  version: z.int(),
  timeline: z.array(timelineEntry),
});

export type RepairSummary = z.output<typeof repairSummary>;
export type Repair = z.output<typeof repair>;

/** What tells one repair from all others of a region: a withdrawn repair may share its reference with a later one. */
export const repairIdentity = { storeId: field.storeId, storeRefNo: field.storeRefNo, id: z.uuid() };
const identity = z.object(repairIdentity);
export type RepairIdentity = z.output<typeof identity>;

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
