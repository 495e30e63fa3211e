import type { StoresStore } from '#lambdas/directory/stores.ts';
import { storeFor } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { findFor } from '#lambdas/records/access.ts';
import { changeRecord, withChange } from '#lambdas/records/change.ts';
import { listFor } from '#lambdas/records/list.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { newRepairRow, repairKind } from '#lambdas/records/repair.ts';
import type { SearchIndex } from '#lambdas/records/search.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { exactPrefix, searchOwner } from '#shared/records/search.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import { contentOf, isSameContent } from '#shared/repairs/content.ts';
import type { ChangeRefusal } from '#shared/repairs/lifecycle.ts';
import { isOpen, whyNot } from '#shared/repairs/lifecycle.ts';
import type { repairs as routes } from '#shared/routes/repairs.ts';
import { repairsFound, searchRepairs } from './search.ts';
import type { RepairsStore } from './store.ts';

type Collaborators = {
  readonly repairs: RepairsStore;
  readonly search: SearchIndex;
  readonly stores: Pick<StoresStore, 'find'>;
};

/** What a refused change answers; the page then shows a withdrawn repair as it is. No code says "often enough": that it can't be changed here any more is what counts. */
const refusals = {
  withdrawn: 'RepairChanged',
  notPending: 'RepairNotPending',
  correctedTooOften: 'RepairNotPending',
} as const satisfies Record<ChangeRefusal, string>;

/** Throws when a repair may no longer be changed, or is no longer the version that somebody saw (optimistic lock). */
const refuseChange = (stored: RepairRow, seenVersion: number, refusal: ChangeRefusal | undefined) => {
  if (refusal === 'withdrawn' || refusal === 'notPending') throw new AppError(refusals[refusal]);
  if (stored.version !== seenVersion) throw new AppError('RepairChanged');
  if (refusal) throw new AppError(refusals[refusal]);
};

/** A notice needs no more, whatever a store types where a device has no number. */
const mostAlike = 100;

/** THE handlers of repairs, by route. Who may call them is in the route table. */
export const repairHandlers = ({ repairs, search, stores }: Collaborators): Handlers<typeof routes> => {
  const list = listFor({ list: repairs.list, search: searchRepairs(repairs, search) });

  return {
    bookRepair: async ({ region, storeId, ...booking }, { caller, now }) => {
      const at = now.toISOString();
      const row = newRepairRow({
        ...booking,
        ...(await storeFor(stores, caller, region, storeId)),
        region,
        createdAt: at,
        createdBy: caller.sub,
        termsAccepted: limits.terms.lastUpdated,
        version: 1,
        timeline: [{ type: 'booked', at, by: caller.email }],
      });
      return { body: await repairs.book(row) };
    },

    listRepairs: async (input, { caller }) => ({ body: await list(input, caller) }),

    findRepair: async ({ region, ...identity }, { caller }) => ({
      body: await findFor(repairs, caller, region, identity),
    }),

    findSerialNumber: async ({ region, storeId, serialNumber }, { caller }) => {
      const owner = searchOwner('repairs', region, storeId ?? caller.storeId);
      const { items: hits } = await search.find(owner, exactPrefix('serial', serialNumber), mostAlike);
      const rows = await repairsFound(repairs, region, hits);
      return { body: { items: rows.filter((row) => row.serialNumber === serialNumber && isOpen(row.state)) } };
    },

    correctRepair: async ({ region, storeId, storeRefNo, id, version, ...content }, { caller, now }) => {
      const { row } = await changeRecord({
        read: () => findFor(repairs, caller, region, { storeId, storeRefNo, id }),
        changed: (stored) => {
          if (!isWithdrawn(stored) && isSameContent(stored, content)) return undefined;
          refuseChange(stored, version, whyNot.correct(stored));
          const before = contentOf(stored);
          const entry = { type: 'corrected', at: now.toISOString(), by: caller.email, before } as const;
          return withChange(repairKind, stored, entry, contentOf(content));
        },
        write: repairs.replace,
      });
      return { body: row };
    },

    withdrawRepair: async ({ region, version, ...identity }, { caller, now }) => {
      const { row } = await changeRecord({
        read: () => findFor(repairs, caller, region, identity),
        changed: (stored) => {
          if (isWithdrawn(stored)) return undefined;
          refuseChange(stored, version, whyNot.withdraw(stored));
          return withChange(repairKind, stored, { type: 'withdrawn', at: now.toISOString(), by: caller.email });
        },
        write: repairs.move,
      });
      return { body: row };
    },
  };
};
