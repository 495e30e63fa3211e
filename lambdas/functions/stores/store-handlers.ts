import * as z from 'zod/mini';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { NewsReader } from '#lambdas/lib/news/news-reader.ts';
import type { SeenNews } from '#lambdas/lib/news/seen-news.ts';
import { toOwner } from '#lambdas/lib/records/access.ts';
import { createCursor, keyText } from '#lambdas/lib/records/list-records.ts';
import type { StatisticsReader } from '#lambdas/lib/statistics/statistics-reader.ts';
import { findEarliestMonth } from '#lambdas/lib/statistics/store-months.ts';
import { summarizeMonths } from '#lambdas/lib/statistics/summarize.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { isInAudience, canRegisterReturns, repairsAudience } from '#shared/api/policies.ts';
import type { routes } from '#shared/api/routes/table.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { RecordKindName } from '#shared/records/record.ts';

const storeCursor = createCursor('stores', z.object({ storeId: keyText }));

type Collaborators = {
  readonly stores: Pick<StoresStore, 'listPage' | 'list'>;
  readonly statistics: StatisticsReader;
  readonly news: NewsReader;
  readonly seenNews: SeenNews;
  readonly settings: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
};

export const createStoreHandlers = ({
  stores,
  statistics,
  news,
  seenNews,
  settings,
}: Collaborators): Handlers<typeof routes.stores> => ({
  listStores: async ({ region, cursor }) => {
    const afterStoreId = cursor === undefined ? undefined : storeCursor.decode([region], cursor).storeId;
    const { items, hasMore } = await stores.listPage(region, limits.storesPerPage, afterStoreId);
    const last = items.at(-1);
    return { body: { items, ...(hasMore && last && { cursor: storeCursor.encode([region], last) }) } };
  },

  ownStore: async (_, { caller: { storeId, storeName } }) => ({ body: { storeId, storeName } }),

  showOverview: async ({ region, storeId, period }, { caller, now }) => {
    const owner = toOwner(caller, region, storeId);
    const earliestMonth = findEarliestMonth(region, now);
    const scope = {
      period,
      today: toCalendarDate(now, regions[region].timeZone),
      showsRepairs: isInAudience(caller, repairsAudience),
      showsReturns: canRegisterReturns(caller, settings[region]),
    };
    if (owner.storeId !== undefined) {
      const months = await statistics.readStore(region, owner.storeId, earliestMonth);
      return { body: summarizeMonths(months, { ...scope, stores: undefined }) };
    }
    const allStores = await stores.list(region);
    const storeIds = allStores.map((store) => store.storeId);
    const months = await statistics.readStores(region, storeIds, earliestMonth);
    return { body: summarizeMonths(months, { ...scope, stores: allStores }) };
  },

  showNews: async ({ region }, { caller, now }) => {
    const kinds: RecordKindName[] = [
      ...(isInAudience(caller, repairsAudience) ? (['repairs'] as const) : []),
      ...(canRegisterReturns(caller, settings[region]) ? (['returns'] as const) : []),
    ];
    const seenMarks = await seenNews.find(region, caller.sub);
    return { body: await news.readStore({ region, storeId: caller.storeId }, kinds, seenMarks, now) };
  },

  markNewsSeen: async ({ region, ...marks }, { caller, now }) => {
    await seenNews.advance(region, caller.sub, marks, now);
    return { body: {} };
  },
});
