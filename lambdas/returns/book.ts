import { storeFor } from '#lambdas/directory/stores.ts';
import { newReturnRow } from '#lambdas/records/return-row.ts';
import type { ReturnHandlers, ReturnsCollaborators } from './collaborators.ts';

export const bookingHandlers = ({ returns, stores }: ReturnsCollaborators): Pick<ReturnHandlers, 'bookReturn'> => ({
  bookReturn: async ({ region, storeId: named, ...booking }, { caller, now }) => {
    const at = now.toISOString();
    const row = newReturnRow({
      ...booking,
      ...(await storeFor(stores, caller, region, named)),
      region,
      createdAt: at,
      createdBy: caller.sub,
      version: 1,
      timeline: [{ type: 'booked', at, by: caller.email }],
    });
    return { body: await returns.book(row) };
  },
});
