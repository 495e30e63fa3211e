import { storesStore } from '#lambdas/directory/stores.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { foundReturn } from '#lambdas/records/return.ts';
import { searchIndexOf } from '#lambdas/records/search.ts';
import { returns } from '#shared/routes/returns.ts';
import { returnHandlers } from './returns.ts';
import { returnsStore } from './store.ts';

export const handler = feature('returns', returns, ({ env, db }) =>
  returnHandlers({
    returns: returnsStore(db, env.RETURNS_TABLE, env.ATTEMPTS_TABLE),
    search: searchIndexOf(db, env.SEARCH_TABLE, (item) => foundReturn.parse(item)),
    stores: storesStore(db, env.STORES_TABLE),
  }),
);
