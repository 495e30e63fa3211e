import * as z from 'zod/mini';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import { createCursor, keyText } from '#lambdas/lib/records/list-records.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import type { routes } from '#shared/api/routes/table.ts';
import { limits } from '#shared/config/limits.ts';

const storeCursor = createCursor('stores', z.object({ storeId: keyText }));

export const storeHandlers = (stores: Pick<StoresStore, 'page'>): Handlers<typeof routes.stores> => ({
  listStores: async ({ region, cursor }) => {
    const after = cursor === undefined ? undefined : storeCursor.decode([region], cursor).storeId;
    const { items, hasMore } = await stores.page(region, limits.storesPerPage, after);
    const last = items.at(-1);
    return { body: { items, ...(hasMore && last && { cursor: storeCursor.encode([region], last) }) } };
  },
  ownStore: async (_, { caller: { storeId, storeName } }) => ({ body: { storeId, storeName } }),
});
