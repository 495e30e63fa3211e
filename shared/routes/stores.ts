import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { bookingAudience } from '#shared/policies.ts';
import { route } from '#shared/route.ts';
import { storeSchema } from '#shared/stores.ts';

export const stores = {
  /** The stores an admin may book for: all of the region. */
  listStores: route({
    method: 'GET',
    path: '/stores/{region}',
    audience: ['admin'],
    input: z.strictObject({ region: field.region }),
    output: z.object({ items: z.array(storeSchema) }),
  }),
  /** The store that staff book for: that of their user record. */
  ownStore: route({
    method: 'GET',
    path: '/stores/{region}/own',
    audience: bookingAudience,
    input: z.strictObject({ region: field.region }),
    output: storeSchema,
  }),
} as const;
