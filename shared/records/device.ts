import * as z from 'zod/mini';
import { repair } from '#shared/repairs/repair.ts';
import { returnSummary, storedLine } from '#shared/returns/return.ts';
import { storeEventFields, recordEntries } from './timeline.ts';

/** Return in the history of a device. Contains only the line of that device, and corrections without their content. */
const deviceReturn = z.extend(returnSummary, {
  line: storedLine,
  timeline: z.array(
    z.discriminatedUnion('type', [...recordEntries, z.object({ type: z.literal('corrected'), ...storeEventFields })]),
  ),
});

/**
 * History of a device: its repairs and its returns, each newest first. `hasMore` is true if there are more than
 * `limits.device` of a kind.
 */
export const device = z.object({
  repairs: z.array(repair),
  returns: z.array(deviceReturn),
  hasMore: z.boolean(),
});

export type Device = z.output<typeof device>;
