import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';

/**
 * The store to book for: the caller's own, as the directory says, or the one of the region that an admin names (the routes' rules
 * let nobody else name one). Throws InvalidParameterException for one that the region doesn't have.
 */
export const storeFor = async (
  stores: Pick<StoresStore, 'find'>,
  { storeId, storeName }: Caller,
  region: RegionId,
  named: string | undefined,
): Promise<Store> => {
  if (named === undefined || named === storeId) return { storeId, storeName };
  const store = await stores.find(region, named);
  if (!store) throw new AppError('InvalidParameterException', { problems: [{ path: 'storeId', rule: 'pattern' }] });
  return store;
};
