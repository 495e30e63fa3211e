import * as z from 'zod/mini';
import { issueKeys } from '#shared/repairs/content.ts';

const draft = z.object({
  id: z.uuid(),
  product: z.string(),
  isOnlyAccessories: z.boolean(),
  accessories: z.array(z.string()),
  issue: z.enum([...issueKeys, '']),
  serialNumber: z.string(),
  purchaseDate: z.string(),
  storeRefNo: z.string(),
  detailedDescription: z.string(),
});

const adminsDraft = z.extend(draft, { storeId: z.string() });

/** What of a booking is kept while it is half typed: never the confirmations, they are given anew each time (acceptance, D9). */
export const bookingDraft = (isAdmin: boolean) => (isAdmin ? adminsDraft : draft);
