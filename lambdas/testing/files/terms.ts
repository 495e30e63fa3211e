import type { ReturnRow } from '#lambdas/records/return.ts';
import { returnSearchItems } from '#lambdas/records/return.ts';
import { byBytes } from '#lambdas/records/search.ts';
import type { ReturnTerms } from '#lambdas/return-files/store.ts';

export const termsOf = (rows: readonly ReturnRow[]): ReturnTerms => {
  const all = rows.flatMap(returnSearchItems).toSorted((one, other) => byBytes(one.term, other.term));
  return {
    find: async (owner, prefix, limit) => {
      const found = all.filter((item) => item.owner === owner && item.term.startsWith(prefix));
      return { items: found.slice(0, limit), hasMore: found.length > limit };
    },
  };
};
