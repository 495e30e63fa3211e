import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { storedContent } from './content.ts';
import { repairStates } from './states.ts';
import { timelineEntry } from './timeline.ts';

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
