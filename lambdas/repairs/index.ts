import { environments } from '#shared/env.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { dynamoDb } from '#lambdas/lib/aws.ts';
import { behindTheApi } from '#lambdas/lib/behind-the-api.ts';
import { serve } from '#lambdas/lib/serve.ts';
import { repairHandlers } from './handlers.ts';
import { repairsStore } from './store.ts';

const env = environments.repairs.parse(process.env);
const db = dynamoDb();

export const handler = serve(repairs, repairHandlers(repairsStore(db, env.REPAIRS_TABLE)), behindTheApi(env, db));
