import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { bookingAudience } from '#shared/api/policies.ts';
import { route } from '#shared/api/route.ts';
import { listPage } from '#shared/records/list.ts';
import { storeSchema } from '#shared/stores/stores.ts';

export const stores = {
  listStores: route({
    method: 'GET',
    path: '/stores/{region}',
    audience: ['admin'],
    input: z.strictObject({ region: field.region, cursor: z.optional(field.cursor) }),
    output: listPage(storeSchema),
  }),
  ownStore: route({
    method: 'GET',
    path: '/stores/{region}/own',
    audience: bookingAudience,
    input: z.strictObject({ region: field.region }),
    output: storeSchema,
  }),
} as const;
