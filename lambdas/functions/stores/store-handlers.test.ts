import { expect, jest, test } from '@jest/globals';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { admin, contextFor } from '#lambdas/testing/callers.ts';
import { limits } from '#shared/config/limits.ts';
import { storeHandlers } from './store-handlers.ts';

const allStores = ['UK-1', 'UK-2', 'UK-3'].map((storeId) => ({ storeId, storeName: `Store ${storeId}` }));
// Returns two stores per page, regardless of the limit.
const page = jest.fn<StoresStore['page']>(async (_, _limit, after) => {
  const start = allStores.findIndex(({ storeId }) => storeId === after) + 1;
  return { items: allStores.slice(start, start + 2), hasMore: start + 2 < allStores.length };
});
const { listStores } = storeHandlers({ page });
const listPage = async (cursor?: string, region: 'nuk' | 'ndach' = 'nuk') =>
  (await listStores({ region, ...(cursor !== undefined && { cursor }) }, contextFor(admin))).body;

test('listStores returns pages with a cursor until the last one', async () => {
  const first = await listPage();
  expect(first).toEqual({ items: allStores.slice(0, 2), cursor: expect.any(String) });
  expect(await listPage(first.cursor)).toEqual({ items: allStores.slice(2) });
  expect(page.mock.calls).toEqual([
    ['nuk', limits.storesPerPage, undefined],
    ['nuk', limits.storesPerPage, 'UK-2'],
  ]);
  // A cursor is not valid in another region.
  await expect(listPage(first.cursor, 'ndach')).rejects.toMatchObject({ code: 'InvalidParameterException' });
});
