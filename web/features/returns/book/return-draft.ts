import * as z from 'zod/mini';

const line = z.object({
  key: z.int(),
  product: z.string(),
  ean: z.string(),
  productDescription: z.string(),
  purchaseDate: z.string(),
  returnDate: z.string(),
  serialNumber: z.string(),
});

const draft = z.object({ id: z.uuid(), storeRefNo: z.string(), files: z.array(z.string()), lines: z.array(line) });

const adminsDraft = z.extend(draft, { storeId: z.string() });

/** What of a return is kept until it is sent or discarded: all of it. */
export const returnDraft = (isAdmin: boolean) => (isAdmin ? adminsDraft : draft);
