import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { createNewsReader } from '#lambdas/lib/news/news-reader.ts';
import { createSeenNews } from '#lambdas/lib/news/seen-news.ts';
import { createStatisticsReader } from '#lambdas/lib/statistics/statistics-reader.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { createStoreHandlers } from './store-handlers.ts';

export const handler = createFeatureHandler('stores', stores, ({ env, db, api }) =>
  createStoreHandlers({
    stores: createStoresStore(db, env.STORES_TABLE),
    statistics: createStatisticsReader(db, env.STATISTICS_TABLE),
    news: createNewsReader(db, { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE, search: env.SEARCH_TABLE }),
    seenNews: createSeenNews(db, env.ATTEMPTS_TABLE),
    settings: api.settings,
  }),
);
