import { describe, expect, jest, test } from '@jest/globals';
import type { NewsReader } from '#lambdas/lib/news/news-reader.ts';
import type { SeenNews } from '#lambdas/lib/news/seen-news.ts';
import type { StatisticsReader } from '#lambdas/lib/statistics/statistics-reader.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { admin, buildContext, now, staff } from '#lambdas/testing/callers.ts';
import { limits } from '#shared/config/limits.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { createStoreHandlers } from './store-handlers.ts';

const allStores = ['UK-1', 'UK-2', 'UK-3'].map((storeId) => ({ storeId, storeName: `Store ${storeId}` }));
// This fake returns two stores per page, regardless of the limit.
const readPage = jest.fn<StoresStore['listPage']>(async (_, _limit, after) => {
  const start = allStores.findIndex(({ storeId }) => storeId === after) + 1;
  return { items: allStores.slice(start, start + 2), hasMore: start + 2 < allStores.length };
});
const readStore = jest.fn<StatisticsReader['readStore']>(async () => []);
const readStores = jest.fn<StatisticsReader['readStores']>(async () => []);
const marks = { repairs: now.toISOString(), returns: now.toISOString(), day: '2026-11-21' };
const readNews = jest.fn<NewsReader['readStore']>(async () => ({ items: [], hasMore: false, marks }));
const advance = jest.fn<SeenNews['advance']>(async () => {});
const { listStores, showOverview, showNews, markNewsSeen } = createStoreHandlers({
  stores: { listPage: readPage, list: async () => allStores },
  statistics: { readStore, readStores },
  news: { readStore: readNews },
  seenNews: { find: async () => marks, advance },
  settings: createByRegion((region) => ({ returnsAvailable: region !== 'nfr' })),
});
const listPage = async (cursor?: string, region: 'nuk' | 'ndach' = 'nuk') =>
  (await listStores({ region, ...(cursor !== undefined && { cursor }) }, buildContext(admin))).body;

test('listStores returns pages with a cursor until the last one', async () => {
  const firstPage = await listPage();
  expect(firstPage).toEqual({ items: allStores.slice(0, 2), cursor: expect.any(String) });
  expect(await listPage(firstPage.cursor)).toEqual({ items: allStores.slice(2) });
  expect(readPage.mock.calls).toEqual([
    ['nuk', limits.storesPerPage, undefined],
    ['nuk', limits.storesPerPage, 'UK-2'],
  ]);
  // A cursor is not valid in another region.
  await expect(listPage(firstPage.cursor, 'ndach')).rejects.toMatchObject({ code: 'InvalidParameterException' });
});

describe('showOverview', () => {
  const show = async (caller: typeof staff, input: { storeId?: string } = {}) =>
    (await showOverview({ region: 'nuk', period: 'thisYear', ...input }, buildContext(caller))).body;

  test('is about the whole region for admins', async () => {
    const earliestMonth = '2024-09';
    const { stores } = await show(admin);
    expect(stores?.map(({ storeId }) => storeId)).toEqual(['UK-1', 'UK-2', 'UK-3']);
    expect(readStores).toHaveBeenLastCalledWith('nuk', ['UK-1', 'UK-2', 'UK-3'], earliestMonth);
  });

  test('is about the chosen store for admins and the own store for staff', async () => {
    expect(await show(admin, { storeId: 'UK-2' })).not.toHaveProperty('stores');
    await show(staff, { storeId: 'UK-2' });
    expect(readStore.mock.calls.map(([, storeId]) => storeId)).toEqual(['UK-2', 'UK-1']);
  });

  test('contains only what the caller may list', async () => {
    expect(await show({ ...staff, userGroups: ['register-repairs', 'NUK'] })).not.toHaveProperty('returns');
    expect(await show({ ...staff, userGroups: ['register-returns', 'NUK'] })).not.toHaveProperty('repairs');
  });
});

describe('showNews', () => {
  test('is about the caller’s store and the kinds of records that they may see', async () => {
    await showNews({ region: 'nuk' }, buildContext(staff));
    expect(readNews).toHaveBeenLastCalledWith({ region: 'nuk', storeId: 'UK-1' }, ['repairs', 'returns'], marks, now);
    await showNews({ region: 'nuk' }, buildContext({ ...staff, userGroups: ['register-returns', 'NUK'] }));
    expect(readNews.mock.lastCall?.[1]).toEqual(['returns']);
    await showNews({ region: 'nfr' }, buildContext({ ...staff, userGroups: ['register-repairs', 'NFR'] }));
    expect(readNews.mock.lastCall?.[1]).toEqual(['repairs']);
  });
});

test('markNewsSeen stores what the caller has seen', async () => {
  await markNewsSeen({ region: 'nuk', ...marks }, buildContext(staff));
  expect(advance).toHaveBeenCalledWith('nuk', 'sub-1', marks, now);
});
