import { dynamoDb } from '#lambdas/aws/clients.ts';
import { storesStore } from '#lambdas/directory/stores.ts';
import { behindTheApi } from '#lambdas/http/behind-the-api.ts';
import { dailyLimits } from '#lambdas/http/daily-limits.ts';
import { serve } from '#lambdas/http/serve.ts';
import { foundReturn } from '#lambdas/records/return.ts';
import { searchIndexOf } from '#lambdas/records/search.ts';
import { environments } from '#shared/env.ts';
import { returns } from '#shared/routes/returns.ts';
import { returnHandlers } from './returns.ts';
import { returnsStore } from './store.ts';

const env = environments.returns.parse(process.env);
const db = dynamoDb();

const handlers = returnHandlers({
  returns: returnsStore(db, env.RETURNS_TABLE, env.ATTEMPTS_TABLE),
  search: searchIndexOf(db, env.SEARCH_TABLE, (item) => foundReturn.parse(item)),
  stores: storesStore(db, env.STORES_TABLE),
});

export const handler = serve(returns, handlers, {
  ...behindTheApi(env, db),
  countForDay: dailyLimits(db, env.ATTEMPTS_TABLE),
});
