import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { routes } from '#shared/routes/table.ts';

export const storeHandlers = (stores: Pick<StoresStore, 'list'>): Handlers<typeof routes.stores> => ({
  listStores: async ({ region }) => ({ body: { items: await stores.list(region) } }),
  ownStore: async (_, { caller: { storeId, storeName } }) => ({ body: { storeId, storeName } }),
});
