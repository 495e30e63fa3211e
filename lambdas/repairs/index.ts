import { storesStore } from '#lambdas/directory/stores.ts';
import { feature } from '#lambdas/http/behind-the-api.ts';
import { deviceHistory, readRecords } from '#lambdas/records/device.ts';
import { searchIndex } from '#lambdas/records/search.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { repairHandlers } from './repairs.ts';
import { repairsStore } from './store.ts';

export const handler = feature('repairs', repairs, ({ env, db, api }) => {
  const search = searchIndex(db, env.SEARCH_TABLE);
  return repairHandlers({
    repairs: repairsStore(db, env.REPAIRS_TABLE, env.ATTEMPTS_TABLE),
    search,
    devices: deviceHistory(search, readRecords(db, { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE })),
    stores: storesStore(db, env.STORES_TABLE),
    settings: api.settings,
  });
});
