import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';

/** A return in which a store has sent a serial number before: worth a question, never refused. */
export const sentSerial = z.object({
  serialNumber: z.string(),
  storeRefNo: z.string(),
  id: z.uuid(),
  createdAt: field.instant,
});

export type SentSerial = z.output<typeof sentSerial>;
