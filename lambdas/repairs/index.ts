import { dynamoDb } from '#lambdas/lib/aws.ts';
import { behindTheApi } from '#lambdas/lib/behind-the-api.ts';
import { searchIndex } from '#lambdas/lib/search-index.ts';
import { serve } from '#lambdas/lib/serve.ts';
import { storesStore } from '#lambdas/lib/stores.ts';
import { environments } from '#shared/env.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { repairHandlers } from './handlers.ts';
import { repairsStore } from './store.ts';

const env = environments.repairs.parse(process.env);
const db = dynamoDb();

const handlers = repairHandlers({
  repairs: repairsStore(db, env.REPAIRS_TABLE),
  search: searchIndex(db, env.SEARCH_TABLE),
  stores: storesStore(db, env.STORES_TABLE),
});

export const handler = serve(repairs, handlers, behindTheApi(env, db));
