import { dynamoDb } from '#lambdas/lib/aws.ts';
import { behindTheApi } from '#lambdas/lib/behind-the-api.ts';
import { serve } from '#lambdas/lib/serve.ts';
import { storesStore } from '#lambdas/lib/stores.ts';
import { environments } from '#shared/env.ts';
import { stores } from '#shared/routes/stores.ts';
import { storeHandlers } from './handlers.ts';

const env = environments.stores.parse(process.env);
const db = dynamoDb();

export const handler = serve(stores, storeHandlers(storesStore(db, env.STORES_TABLE)), behindTheApi(env, db));
