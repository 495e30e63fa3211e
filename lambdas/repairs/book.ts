import { storeFor } from '#lambdas/directory/stores.ts';
import { newRepairRow } from '#lambdas/records/repair-row.ts';
import { limits } from '#shared/limits.ts';
import type { RepairHandlers, RepairsCollaborators } from './collaborators.ts';

export const bookingHandlers = ({ repairs, stores }: RepairsCollaborators): Pick<RepairHandlers, 'bookRepair'> => ({
  bookRepair: async ({ region, storeId: named, ...booking }, { caller, now }) => {
    const at = now.toISOString();
    const row = newRepairRow({
      ...booking,
      ...(await storeFor(stores, caller, region, named)),
      region,
      createdAt: at,
      createdBy: caller.sub,
      termsAccepted: limits.terms.lastUpdated,
      version: 1,
      timeline: [{ type: 'booked', at, by: caller.email }],
    });
    return { body: await repairs.book(row) };
  },
});
