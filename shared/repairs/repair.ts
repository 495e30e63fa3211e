import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { issueKeys } from './issues.ts';

/** A submitted repair as the list shows it. `rma` is null while the provider has not assigned one ("Pending"). */
export const repair = z.object({
  id: z.uuid(),
  rma: z.nullable(z.string()),
  storeRefNo: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  createdAt: field.instant,
  product: z.string(),
  isOnlyAccessories: z.boolean(),
  accessories: z.array(z.string()),
  issue: z.enum(issueKeys),
  serialNumber: z.string(),
  purchaseDate: field.calendarDate,
  detailedDescription: z.string(),
});

export type Repair = z.output<typeof repair>;
