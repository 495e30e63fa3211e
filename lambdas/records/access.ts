import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import { AppError } from '#shared/errors.ts';
import { isAdmin } from '#shared/policies.ts';
import type { RecordIdentity, RecordQuestion } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';

export type Owner = { readonly region: RegionId; readonly storeId?: string };

/** Whose records a caller is shown: an admin the region's or one store's, staff their own store's, whatever they name. */
export const ownerFor = (caller: Caller, region: RegionId, storeId: string | undefined): Owner => {
  if (!isAdmin(caller)) return { region, storeId: caller.storeId };
  return storeId === undefined ? { region } : { region, storeId };
};

/** A record that the caller may see. Throws NotFound for one that doesn't exist and for one of others alike, after the same reads. */
export const findFor = async <Row extends { readonly storeId: string }>(
  records: { readonly find: (region: RegionId, identity: RecordIdentity) => Promise<Row | undefined> },
  caller: Caller,
  region: RegionId,
  question: RecordQuestion,
): Promise<Row> => {
  const asked = question.storeId ?? caller.storeId;
  const found = await records.find(region, { ...question, storeId: isAdmin(caller) ? asked : caller.storeId });
  if (found?.storeId !== asked) throw new AppError('NotFound');
  return found;
};

/** Throws InsufficientAccess for a record of another store, unless the caller is an admin: the id of a booking may have been used there. */
export const requireStoreAccess = (caller: Caller, { storeId }: Pick<Store, 'storeId'>): void => {
  if (!isAdmin(caller) && storeId !== caller.storeId) throw new AppError('InsufficientAccess');
};

/** Returns the caller's own store, or the one that an admin's id means. Throws InvalidParameterException for none of the region's, and StoreAmbiguous. */
export const storeFor = async (
  stores: Pick<StoresStore, 'findMeant'>,
  { storeId, storeName }: Caller,
  region: RegionId,
  named: string | undefined,
): Promise<Store> => {
  if (named === undefined || named === storeId) return { storeId, storeName };
  const store = await stores.findMeant(region, named);
  if (!store) throw new AppError('InvalidParameterException', { problems: [{ path: 'storeId', rule: 'pattern' }] });
  return store;
};
