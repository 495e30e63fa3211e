import { dynamoDb } from '#lambdas/aws/clients.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { serve } from '#lambdas/http/serve.ts';
import { deviceHistory, readRecords } from '#lambdas/records/device.ts';
import { searchIndex } from '#lambdas/records/search.ts';
import { environments } from '#shared/env.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { repairHandlers } from './repairs.ts';
import { repairsStore } from './store.ts';

const env = environments.repairs.parse(process.env);
const db = dynamoDb();

const search = searchIndex(db, env.SEARCH_TABLE);

const handlers = repairHandlers({
  repairs: repairsStore(db, env.REPAIRS_TABLE, env.ATTEMPTS_TABLE),
  search,
  devices: deviceHistory(search, readRecords(db, { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE })),
  stores: storesStore(db, env.STORES_TABLE),
  settings: env.REGIONS,
});

export const handler = serve(repairs, handlers, {
  ...behindTheApi(env, db),
  countForDay: dailyLimits(db, env.ATTEMPTS_TABLE),
});
