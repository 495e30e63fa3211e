import type { Handlers } from '#lambdas/lib/serve.ts';
import type { StoresStore } from '#lambdas/lib/stores.ts';
import type { routes } from '#shared/routes/table.ts';

export const storeHandlers = (stores: Pick<StoresStore, 'list'>): Handlers<typeof routes.stores> => ({
  listStores: async ({ region }) => ({ body: { items: await stores.list(region) } }),
  ownStore: async (_, { caller: { storeId, storeName } }) => ({ body: { storeId, storeName } }),
});
