import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { returnHit } from '#lambdas/lib/records/return.ts';
import { createSearchIndex } from '#lambdas/lib/records/search.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { createReturnHandlers } from './return-handlers.ts';
import { createReturnsStore } from './returns-store.ts';

export const handler = createFeatureHandler('returns', returns, ({ env, db }) =>
  createReturnHandlers({
    returns: createReturnsStore(db, env.RETURNS_TABLE, env.ATTEMPTS_TABLE),
    search: createSearchIndex(db, env.SEARCH_TABLE, (item) => returnHit.parse(item)),
    stores: createStoresStore(db, env.STORES_TABLE),
  }),
);
