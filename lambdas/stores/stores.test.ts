import { expect, jest, test } from '@jest/globals';
import type { StoresStore } from '#lambdas/directory/stores.ts';
import { admin, by } from '#lambdas/testing/callers.ts';
import { limits } from '#shared/limits.ts';
import { storeHandlers } from './stores.ts';

const all = ['UK-1', 'UK-2', 'UK-3'].map((storeId) => ({ storeId, storeName: `Store ${storeId}` }));
// Two at a time, whatever is asked for.
const page = jest.fn<StoresStore['page']>(async (_, _limit, after) => {
  const begin = all.findIndex(({ storeId }) => storeId === after) + 1;
  return { items: all.slice(begin, begin + 2), hasMore: begin + 2 < all.length };
});
const { listStores } = storeHandlers({ page });
const ask = async (cursor?: string, region: 'nuk' | 'ndach' = 'nuk') =>
  (await listStores({ region, ...(cursor !== undefined && { cursor }) }, by(admin))).body;

test('a list of stores comes page by page, each of which says where the next one begins, until there is none', async () => {
  const first = await ask();
  expect(first).toEqual({ items: all.slice(0, 2), cursor: expect.any(String) });
  expect(await ask(first.cursor)).toEqual({ items: all.slice(2) });
  expect(page.mock.calls).toEqual([
    ['nuk', limits.storesPerPage, undefined],
    ['nuk', limits.storesPerPage, 'UK-2'],
  ]);
  // Of another region it begins nowhere.
  await expect(ask(first.cursor, 'ndach')).rejects.toMatchObject({ code: 'InvalidParameterException' });
});
