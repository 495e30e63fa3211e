import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { bookingAudience, storeAudience } from '#shared/api/policies.ts';
import { preloadedPaths } from '#shared/api/preloaded-paths.ts';
import { route } from '#shared/api/route.ts';
import { news, newsMarks } from '#shared/news/news.ts';
import { listPage } from '#shared/records/list.ts';
import { overview, periods } from '#shared/statistics/overview.ts';
import { optionalStoreChoiceRules, storeSchema } from '#shared/stores/stores.ts';

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
  /** Returns the overview: for admins, of the region or one of its stores; for staff members, of their own store. */
  showOverview: route({
    method: 'GET',
    path: '/stores/{region}/overview',
    audience: bookingAudience,
    input: z.strictObject({
      region: field.region,
      storeId: z.optional(field.storeId),
      period: z._default(z.enum(periods), 'thisYear'),
    }),
    rules: optionalStoreChoiceRules,
    output: overview,
  }),
  /** Lists the news of the caller's store that the caller has not seen. Admins have no store, and therefore no news. */
  showNews: route({
    method: 'GET',
    path: preloadedPaths.showNews,
    audience: storeAudience,
    input: z.strictObject({ region: field.region }),
    output: news,
  }),
  /** Records that the caller has seen the news up to these marks. This applies to all browsers of the caller. */
  markNewsSeen: route({
    method: 'POST',
    path: '/stores/{region}/news/seen',
    audience: storeAudience,
    input: z.strictObject({ region: field.region, ...newsMarks.shape }),
    output: z.object({}),
  }),
} as const;
