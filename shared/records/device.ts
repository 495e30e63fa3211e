import * as z from 'zod/mini';
import { repair } from '#shared/repairs/repair.ts';
import { returnSummary, storedLine } from '#shared/returns/return.ts';
import { byTheStore, recordEntries } from './timeline.ts';

/** A return as far as it is about one device: that device's line, and of a correction only that there was one. */
const deviceReturn = z.extend(returnSummary, {
  line: storedLine,
  timeline: z.array(
    z.discriminatedUnion('type', [...recordEntries, z.object({ type: z.literal('corrected'), ...byTheStore })]),
  ),
});

/** What a device has been through: its repairs and its returns, each newest first; `hasMore` where there are more than limits.device of a kind. */
export const device = z.object({
  repairs: z.array(repair),
  returns: z.array(deviceReturn),
  hasMore: z.boolean(),
});

export type Device = z.output<typeof device>;
