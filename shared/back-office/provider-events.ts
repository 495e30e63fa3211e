import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import { recordIdentity } from '#shared/records/record.ts';
import { storedContent } from '#shared/repairs/content.ts';
import { providerStates, reportedOptions } from '#shared/repairs/lifecycle.ts';

/**
 * Events on the bus between the portal and the provider's back office (`source`, `detail-type`, `detail`);
 * docs/back-office.md describes them.
 */
export const eventSources = { portal: 'retailer-support-portal', provider: 'repair-provider' } as const;

/** Version of the details, incremented when one changes in a way that existing readers would misinterpret. */
export const eventVersion = 1;

/** Maximum clock skew of the back office: an event dated further in the future is rejected. */
export const clockSkewMinutes = 5;

const recordFields = { version: z.literal(eventVersion), region: field.region, ...recordIdentity };

/** Fields of every published event; `eventId` is the same when an event is delivered twice. */
const publishedFields = { ...recordFields, eventId: z.string(), occurredAt: field.instant };

const { product: _, accessories: __, ...storedFields } = storedContent;
/** `key` is the portal's key, `code` the code of the provider's catalogue. */
const catalogueItem = z.object({ key: z.string(), code: z.string() });
const repairDetail = {
  ...publishedFields,
  storeName: z.string(),
  createdAt: field.instant,
  product: catalogueItem,
  accessories: z.array(catalogueItem),
  ...storedFields,
};

const returnDetail = {
  ...publishedFields,
  storeName: z.string(),
  createdAt: field.instant,
  numberOfProducts: z.int(),
  key: z.object({ store: z.string(), reference: z.string() }),
};

/** Events that the portal publishes. */
export const portalEvents = {
  RepairBooked: z.object({
    ...repairDetail,
    /** End of the warranty of the device's previous repair, if it covers the day of the booking. */
    underWarrantyUntil: z.optional(field.calendarDate),
    earlierRma: z.optional(z.string()),
  }),
  RepairCorrected: z.object(repairDetail),
  RepairWithdrawn: z.object(publishedFields),
  /** The lines are too large for an event; `key` identifies the return to read them from (docs/back-office.md). */
  ReturnBooked: z.object(returnDetail),
  /** Like ReturnBooked, without the lines, which consumers read again. */
  ReturnCorrected: z.object(returnDetail),
  ReturnWithdrawn: z.object(publishedFields),
} as const;

const reportedFields = {
  ...recordFields,
  eventId: z.string().check(z.minLength(1), z.maxLength(100)),
  occurredAt: field.instant,
};

/** Provider events that the back office sends; unknown fields are ignored. */
export const providerEvents = {
  RmaAssigned: z.object({
    ...reportedFields,
    kind: z.enum(['repair', 'return']),
    rma: field.requiredLine(limits.text.rma),
  }),
  RepairStatusChanged: z.object({ ...reportedFields, status: z.enum(providerStates), ...reportedOptions }),
} as const;

export type PortalEventType = keyof typeof portalEvents;
export type PortalEvent<Type extends PortalEventType> = z.output<(typeof portalEvents)[Type]>;
export type ProviderEventType = keyof typeof providerEvents;
export type ProviderEvent<Type extends ProviderEventType> = z.output<(typeof providerEvents)[Type]>;
