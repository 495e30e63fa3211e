import { createFeatureHandler } from '#lambdas/lib/http/feature-handler.ts';
import { createDeviceHistory, createRecordsReader } from '#lambdas/lib/records/device-history.ts';
import { createRecordSearchIndex } from '#lambdas/lib/records/search.ts';
import { createStoresStore } from '#lambdas/lib/users/stores.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { createRepairHandlers } from './repair-handlers.ts';
import { createRepairsStore } from './repairs-store.ts';

export const handler = createFeatureHandler('repairs', repairs, ({ env, db, api }) => {
  const search = createRecordSearchIndex(db, env.SEARCH_TABLE);
  return createRepairHandlers({
    repairs: createRepairsStore(db, env.REPAIRS_TABLE, env.ATTEMPTS_TABLE),
    search,
    devices: createDeviceHistory(
      search,
      createRecordsReader(db, { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE }),
    ),
    stores: createStoresStore(db, env.STORES_TABLE),
    settings: api.settings,
  });
});
