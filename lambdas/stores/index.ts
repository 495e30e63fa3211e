import { dynamoDb } from '#lambdas/aws/clients.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { serve } from '#lambdas/http/serve.ts';
import { environments } from '#shared/env.ts';
import { stores } from '#shared/routes/stores.ts';
import { storeHandlers } from './stores.ts';

const env = environments.stores.parse(process.env);
const db = dynamoDb();

export const handler = serve(stores, storeHandlers(storesStore(db, env.STORES_TABLE)), behindTheApi(env, db));
