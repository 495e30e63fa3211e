import type { Caller } from '#lambdas/lib/http/caller.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { AppError } from '#shared/api/errors.ts';
import { isAdmin } from '#shared/api/policies.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity, RecordQuery } from '#shared/records/record.ts';
import type { Store } from '#shared/stores/stores.ts';

/** Store whose records are meant or, without `storeId`, a whole region. */
export type Owner = { readonly region: RegionId; readonly storeId?: string };

/** Returns the scope of the records that a caller may list: the region or one store for admins, and always their own store for staff. */
export const toOwner = (caller: Caller, region: RegionId, storeId: string | undefined): Owner => {
  if (!isAdmin(caller)) return { region, storeId: caller.storeId };
  return storeId === undefined ? { region } : { region, storeId };
};

/** Finds a record that the caller may see. Throws NotFound both for a missing record and for another store's, after the same reads, so that a caller cannot tell whether it exists. */
export const findAccessibleRecord = async <Row extends { readonly storeId: string }>(
  records: { readonly find: (region: RegionId, identity: RecordIdentity) => Promise<Row | undefined> },
  caller: Caller,
  region: RegionId,
  query: RecordQuery,
): Promise<Row> => {
  const requestedStoreId = query.storeId ?? caller.storeId;
  const record = await records.find(region, {
    ...query,
    storeId: isAdmin(caller) ? requestedStoreId : caller.storeId,
  });
  if (record?.storeId !== requestedStoreId) throw new AppError('NotFound');
  return record;
};

/** Throws InsufficientAccess for a record of another store, unless the caller is an admin: the id of a booking may belong to another store's record. */
export const requireStoreAccess = (caller: Caller, { storeId }: Pick<Store, 'storeId'>): void => {
  if (!isAdmin(caller) && storeId !== caller.storeId) throw new AppError('InsufficientAccess');
};

/** Returns the caller's store, or the region's store that matches `requestedStoreId`. Throws InvalidParameterException if no store matches, and StoreAmbiguous. */
export const resolveStore = async (
  stores: Pick<StoresStore, 'findMatching'>,
  { storeId, storeName }: Caller,
  region: RegionId,
  requestedStoreId: string | undefined,
): Promise<Store> => {
  if (requestedStoreId === undefined || requestedStoreId === storeId) return { storeId, storeName };
  const store = await stores.findMatching(region, requestedStoreId);
  if (!store) throw new AppError('InvalidParameterException', { problems: [{ path: 'storeId', rule: 'pattern' }] });
  return store;
};
