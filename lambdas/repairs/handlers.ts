import { limits } from '#shared/limits.ts';
import { isAdmin } from '#shared/policies.ts';
import type { routes } from '#shared/routes/table.ts';
import type { Handlers } from '#lambdas/lib/serve.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { RepairsStore } from './store.ts';
import { newRepairRow } from './store.ts';

export const repairHandlers = (store: RepairsStore): Handlers<typeof routes.repairs> => ({
  bookRepair: async (booking, { caller, now }) => {
    const row = newRepairRow({
      ...booking,
      rma: null,
      storeId: caller.storeId,
      storeName: caller.storeName,
      createdAt: now.toISOString(),
      createdBy: caller.sub,
      termsAccepted: limits.terms.lastUpdated,
    });
    return { body: await store.book(row) };
  },

  listRepairs: async ({ region, limit, cursor }, { caller }) => {
    const owner = isAdmin(caller) ? { region } : { region, storeId: caller.storeId };
    const { rows, end } = await store.list(owner, limit, cursor === undefined ? undefined : decodeCursor(cursor));
    return { body: { items: rows, ...(end && { cursor: encodeCursor(end) }) } };
  },
});
