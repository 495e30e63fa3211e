import type { FoundReturn, ReturnRow } from '#lambdas/records/return.ts';
import { returnSearchItems } from '#lambdas/records/return.ts';
import type { SearchIndexOf } from '#lambdas/records/search.ts';
import { byBytes } from '#lambdas/records/search.ts';
import type { ReturnsStore } from '#lambdas/returns/store.ts';

/** Returns, and an index of all that they are found by, as the tables hold them. */
export const memoryOf = (...rows: ReturnRow[]) => {
  const items = rows.flatMap(returnSearchItems).toSorted((one, other) => byBytes(one.term, other.term));
  const returns: Pick<ReturnsStore, 'summaries'> = {
    summaries: async (places) =>
      places.flatMap(
        ({ store, reference }) => rows.find((row) => row.store === store && row.reference === reference) ?? [],
      ),
  };
  const search: Pick<SearchIndexOf<FoundReturn>, 'find'> = {
    find: async (owner, prefix, limit, after) => {
      const found = items.filter(
        (item) =>
          item.owner === owner &&
          item.term.startsWith(prefix) &&
          (after === undefined || byBytes(item.term, after) > 0),
      );
      return { items: found.slice(0, limit), hasMore: found.length > limit };
    },
  };
  return { returns, search };
};
