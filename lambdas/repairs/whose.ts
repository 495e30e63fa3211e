import { AppError } from '#shared/errors.ts';
import { isAdmin } from '#shared/policies.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import type { Caller } from '#lambdas/lib/caller.ts';
import type { RepairRow } from '#lambdas/lib/repair-row.ts';
import type { Owner, RepairsStore } from './store.ts';

/** Whose repairs a caller is shown: an admin the region's or one store's, staff their own store's, whatever they name. */
export const ownerFor = (caller: Caller, region: RegionId, storeId: string | undefined): Owner => {
  if (!isAdmin(caller)) return { region, storeId: caller.storeId };
  return storeId === undefined ? { region } : { region, storeId };
};

/** A repair that the caller may see. Throws NotFound for one that doesn't exist and for one of others alike, after the same reads. */
export const findFor = async (repairs: Pick<RepairsStore, 'find'>, caller: Caller, region: RegionId, identity: RepairIdentity): Promise<RepairRow> => {
  const storeId = isAdmin(caller) ? identity.storeId : caller.storeId;
  const found = await repairs.find(region, { ...identity, storeId });
  if (found?.storeId !== identity.storeId) throw new AppError('NotFound');
  return found;
};
