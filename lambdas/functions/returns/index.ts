import { feature } from '#lambdas/lib/http/feature-handler.ts';
import { foundReturn } from '#lambdas/lib/records/return.ts';
import { searchIndexOf } from '#lambdas/lib/records/search.ts';
import { storesStore } from '#lambdas/lib/users/stores.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { returnHandlers } from './return-handlers.ts';
import { returnsStore } from './returns-store.ts';

export const handler = feature('returns', returns, ({ env, db }) =>
  returnHandlers({
    returns: returnsStore(db, env.RETURNS_TABLE, env.ATTEMPTS_TABLE),
    search: searchIndexOf(db, env.SEARCH_TABLE, (item) => foundReturn.parse(item)),
    stores: storesStore(db, env.STORES_TABLE),
  }),
);
