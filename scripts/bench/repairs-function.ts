import { randomUUID } from 'node:crypto';
import { storesStore } from '#lambdas/directory/stores.ts';
import { serve } from '#lambdas/http/serve.ts';
import { deviceHistory, readRecords } from '#lambdas/records/device.ts';
import { searchIndex } from '#lambdas/records/search.ts';
import { repairHandlers } from '#lambdas/repairs/repairs.ts';
import { repairsStore } from '#lambdas/repairs/store.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { calledFunction } from './called-function.ts';
import type { BenchDatabase } from './database.ts';
import type { SignedIn } from './signed-in.ts';
import { settings } from './signed-in.ts';

/** What answers the routes of repairs on a database, put together as its index.ts does. */
export const repairHandlersOn = (db: BenchDatabase['db']) => {
  const search = searchIndex(db, 'search');
  return repairHandlers({
    repairs: repairsStore(db, 'repairs', 'attempts'),
    search,
    devices: deviceHistory(search, readRecords(db, { repairs: 'repairs', returns: 'returns' })),
    stores: storesStore(db, 'stores'),
    settings,
  });
};

/** The function of repairs on a database. */
export const repairsFunction = (database: BenchDatabase, caller: SignedIn) => {
  const handlers = repairHandlersOn(database.db);
  return calledFunction(repairs, (collaborators) => serve(repairs, handlers, collaborators), database, caller);
};

export type RepairsFunction = Awaited<ReturnType<typeof repairsFunction>>;

/** A booking as the page sends it, under a reference of its own. */
export const newBooking = (storeRefNo: string) => ({
  id: randomUUID(),
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: ['dock-switch'],
  issue: 'screenDefect',
  serialNumber: 'XTW70012345678',
  purchaseDate: '2026-01-15',
  detailedDescription: 'The picture flickers after a few minutes.',
  storeRefNo,
  customerPresence: true,
  termsAcceptance: true,
});
