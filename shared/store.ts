import * as z from 'zod/mini';

/** A retailer's store. */
export const store = z.object({ storeId: z.string(), storeName: z.string() });

export type Store = z.output<typeof store>;
