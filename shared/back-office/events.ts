import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { recordIdentity } from '#shared/records/record.ts';
import { storedContent } from '#shared/repairs/content.ts';
import { providerStates, reportedOptions } from '#shared/repairs/lifecycle.ts';

/** THE events on the bus between the portal and the provider's back office: `source`, `detail-type` and `detail`, as docs/back-office.md explains them. */
export const eventSources = { portal: 'retailer-support-portal', provider: 'repair-provider' } as const;

/** Raised when a detail changes in a way that readers of the old one would misread. */
export const eventVersion = 1;

/** How far the clock of the back office may be ahead of ours: an event from later than that is refused. */
export const clockSkewMinutes = 5;

const record = { version: z.literal(eventVersion), region: field.region, ...recordIdentity };

/** `eventId` is the same when an event is delivered twice. */
const published = { ...record, eventId: z.string(), occurredAt: field.instant };

const { product: _, accessories: __, ...rest } = storedContent;
/** Keys are the portal's, codes those of the provider's catalogue. */
const item = z.object({ key: z.string(), code: z.string() });
const repair = {
  ...published,
  storeName: z.string(),
  createdAt: field.instant,
  product: item,
  accessories: z.array(item),
  ...rest,
};

const returned = {
  ...published,
  storeName: z.string(),
  createdAt: field.instant,
  numberOfProducts: z.int(),
  key: z.object({ store: z.string(), reference: z.string() }),
};

/** What the portal tells. */
export const portalEvents = {
  RepairBooked: z.object({
    ...repair,
    /** Of the device's earlier repair, where its warranty runs on the day of the booking. */
    underWarrantyUntil: z.optional(field.calendarDate),
    earlierRma: z.optional(z.string()),
  }),
  RepairCorrected: z.object(repair),
  RepairWithdrawn: z.object(published),
  /** Its lines are too many for an event; `key` is where they are read (docs/back-office.md). */
  ReturnBooked: z.object(returned),
  /** Its lines are to be read anew. */
  ReturnCorrected: z.object(returned),
  ReturnWithdrawn: z.object(published),
} as const;

const reported = { ...record, eventId: z.string().check(z.minLength(1), z.maxLength(100)), occurredAt: field.instant };

/** What the back office reports; more than these fields may be there, and is not read. */
export const providerEvents = {
  RmaAssigned: z.object({ ...reported, kind: z.enum(['repair', 'return']), rma: field.requiredLine(limits.text.rma) }),
  RepairStatusChanged: z.object({ ...reported, status: z.enum(providerStates), ...reportedOptions }),
} as const;

export type PortalEventType = keyof typeof portalEvents;
export type PortalEvent<Type extends PortalEventType> = z.output<(typeof portalEvents)[Type]>;
export type ProviderEventType = keyof typeof providerEvents;
export type ProviderEvent<Type extends ProviderEventType> = z.output<(typeof providerEvents)[Type]>;
