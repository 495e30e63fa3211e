import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { storedContent } from '#shared/repairs/content.ts';
import { providerStates } from '#shared/repairs/states.ts';

/** `at` is when it happened; `by` is the email of whoever did it at the store. */
const byTheStore = { at: field.instant, by: z.string() };
/** `eventId` is the back office's own: the same event told twice counts once. */
const byTheProvider = { at: field.instant, eventId: z.string() };

/** What has happened to a repair, told by its store or by the provider's back office. */
export const timelineEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('booked'), ...byTheStore }),
  /** `before` is what the repair said until then. */
  z.object({ type: z.literal('corrected'), ...byTheStore, before: z.object(storedContent) }),
  z.object({ type: z.literal('withdrawn'), ...byTheStore }),
  z.object({ type: z.literal('rmaAssigned'), ...byTheProvider, rma: z.string() }),
  z.object({ type: z.literal('status'), ...byTheProvider, status: z.enum(providerStates) }),
]);

export type TimelineEntry = z.output<typeof timelineEntry>;
export type Timeline = readonly TimelineEntry[];
