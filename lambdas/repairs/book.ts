import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/store.ts';
import type { Caller } from '#lambdas/lib/caller.ts';
import { newRepairRow } from '#lambdas/lib/repair-row.ts';
import type { RepairHandlers, RepairsCollaborators } from './collaborators.ts';

export const bookingHandlers = ({ repairs, stores }: RepairsCollaborators): Pick<RepairHandlers, 'bookRepair'> => {
  /** The caller's own store, as the directory says; or the one of the region that an admin names (the route's rules let nobody else name one). */
  const storeFor = async ({ storeId, storeName }: Caller, region: RegionId, named: string | undefined): Promise<Store> => {
    if (named === undefined || named === storeId) return { storeId, storeName };
    const store = await stores.find(region, named);
    if (!store) throw new AppError('InvalidParameterException', { problems: [{ path: 'storeId', rule: 'pattern' }] });
    return store;
  };

  return {
    bookRepair: async ({ region, storeId: named, ...booking }, { caller, now }) => {
      const at = now.toISOString();
      const row = newRepairRow({
        ...booking,
        ...(await storeFor(caller, region, named)),
        region,
        createdAt: at,
        createdBy: caller.sub,
        termsAccepted: limits.terms.lastUpdated,
        version: 1,
        timeline: [{ type: 'booked', at, by: caller.email }],
      });
      return { body: await repairs.book(row) };
    },
  };
};
