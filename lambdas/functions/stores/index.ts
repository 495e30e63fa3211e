import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { storesStore } from '#lambdas/lib/users/stores.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { storeHandlers } from './store-handlers.ts';

export const handler = createFeatureHandler('stores', stores, ({ env, db }) =>
  storeHandlers(storesStore(db, env.STORES_TABLE)),
);
