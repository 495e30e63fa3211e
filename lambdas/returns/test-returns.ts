import { byBytes } from '#lambdas/lib/by-bytes.ts';
import type { ReturnRow } from '#lambdas/lib/return-row.ts';
import { returnSearchItems } from '#lambdas/lib/return-search.ts';
import type { ReturnsIndex } from './collaborators.ts';
import type { ReturnsStore } from './store.ts';

/** Returns, and an index of all that they are found by, as the tables hold them. */
export const memoryOf = (...rows: ReturnRow[]) => {
  const items = rows.flatMap(returnSearchItems).toSorted((one, other) => byBytes(one.term, other.term));
  const returns: Pick<ReturnsStore, 'summaries'> = {
    summaries: async (places) =>
      places.flatMap(
        ({ store, reference }) => rows.find((row) => row.store === store && row.reference === reference) ?? [],
      ),
  };
  const search: ReturnsIndex = {
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
