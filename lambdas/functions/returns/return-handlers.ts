import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import { findAccessibleRecord, requireStoreAccess, resolveStore } from '#lambdas/lib/records/access.ts';
import { createListHandler } from '#lambdas/lib/records/list-records.ts';
import { createRecordChanges } from '#lambdas/lib/records/record-changes.ts';
import { compareNewestFirst } from '#lambdas/lib/records/record-kind.ts';
import type { ReturnHit, ReturnIndexRow } from '#lambdas/lib/records/return.ts';
import { fitsInItem, buildReturnRow, returnKind } from '#lambdas/lib/records/return.ts';
import type { TypedSearchIndex } from '#lambdas/lib/records/search.ts';
import { findAllHits, createSearch } from '#lambdas/lib/records/search.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { AppError } from '#shared/api/errors.ts';
import type { returns as routes } from '#shared/api/routes/returns.ts';
import { hasReleasedReference } from '#shared/records/record.ts';
import { toExactValuePrefixes, toSearchOwner } from '#shared/records/search.ts';
import { createCorrection, areSameLines } from '#shared/returns/correction.ts';
import type { ReturnState } from '#shared/returns/return.ts';
import type { ReturnsStore } from './returns-store.ts';

/** Terms read per page, enough for a return of a thousand lines and other matches, and about half of DynamoDB's limit per Query. */
const termsPerPage = 2000;

/** Creates the search of returns. Each return is found once, by its first matching term. */
const createReturnSearch = (
  returns: Pick<ReturnsStore, 'readSummaries'>,
  index: Pick<TypedSearchIndex<ReturnHit>, 'find'>,
) =>
  createSearch<ReturnState, ReturnHit, ReturnIndexRow>({
    name: 'returns',
    index,
    toTermLimit: () => termsPerPage,
    pickRecords: async ({ items: hits, hasMore }, { isMatch, limit }) => {
      const firstHits = hits.filter(({ previous }) => previous === undefined || !isMatch(previous));
      const page = firstHits.slice(0, limit);
      // The next page starts after `last`: the last return of this page or, if all hits were used, the last hit.
      const lastHit = hasMore ? hits.at(-1) : undefined;
      return { rows: await returns.readSummaries(page), last: firstHits.length > limit ? page.at(-1) : lastHit };
    },
  });

type Collaborators = {
  readonly returns: ReturnsStore;
  readonly search: Pick<TypedSearchIndex<ReturnHit>, 'find'>;
  readonly stores: Pick<StoresStore, 'findMatching'>;
};

/** Maximum number of concurrent Queries. */
const maxConcurrentQueries = 25;

/** Maximum number of returns per serial number. It is needed because stores enter the same placeholder for all devices without a serial number. */
const maxReturnsPerSerialNumber = 10;

export const createReturnHandlers = ({ returns, search, stores }: Collaborators): Handlers<typeof routes> => {
  const list = createListHandler({ list: returns.list, search: createReturnSearch(returns, search) });
  const changes = createRecordChanges(returnKind, returns);

  return {
    bookReturn: async ({ region, storeId, filesStoreId, ...booking }, { caller, now }) => {
      const bookedAt = now.toISOString();
      const store = await resolveStore(stores, caller, region, storeId);
      if (filesStoreId !== undefined && filesStoreId !== store.storeId) throw new AppError('ReturnsFileOtherStore');
      const row = buildReturnRow({
        ...booking,
        ...store,
        region,
        createdAt: bookedAt,
        createdBy: caller.sub,
        version: 1,
        timeline: [{ type: 'booked', at: bookedAt, by: caller.email }],
      });
      const bookedRow = await returns.book(row);
      requireStoreAccess(caller, bookedRow);
      return { body: bookedRow };
    },

    listReturns: async (input, { caller }) => ({ body: await list(input, caller) }),

    findReturn: async ({ region, ...identity }, { caller }) => ({
      body: await findAccessibleRecord(returns, caller, region, identity),
    }),

    correctReturn: async ({ lines, ...input }, context) => ({
      body: await changes.correct(input, context, {
        isApplied: (current) => areSameLines(current.lines, lines),
        apply: (current, stamp) => ({
          entry: { type: 'corrected', ...stamp, ...createCorrection(current.lines, lines) },
          change: { lines },
        }),
        check: (row) => {
          if (!fitsInItem(row)) throw new AppError('ReturnHoldsNoMore');
        },
      }),
    }),

    withdrawReturn: async (input, context) => ({ body: await changes.withdraw(input, context) }),

    findSerialNumbers: async ({ region, storeId, serialNumbers }, { caller }) => {
      const owner = toSearchOwner('returns', region, storeId ?? caller.storeId);
      const items = await mapConcurrently(maxConcurrentQueries, [...new Set(serialNumbers)], async (serialNumber) => {
        const hits = await findAllHits(search, owner, toExactValuePrefixes('serial', serialNumber));
        return hits
          .filter((hit) => !hasReleasedReference(hit))
          .toSorted(compareNewestFirst)
          .slice(0, maxReturnsPerSerialNumber)
          .map(({ storeRefNo, id, createdAt }) => ({ serialNumber, storeRefNo, id, createdAt }));
      });
      return { body: { items: items.flat() } };
    },
  };
};
