import { storesStore } from '#lambdas/directory/stores.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { stores } from '#shared/routes/stores.ts';
import { storeHandlers } from './stores.ts';

export const handler = feature('stores', stores, ({ env, db }) => storeHandlers(storesStore(db, env.STORES_TABLE)));
