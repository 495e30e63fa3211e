import type { FoundReturn, ReturnIndexRow } from '#lambdas/records/return.ts';
import type { SearchIndexOf } from '#lambdas/records/search.ts';
import { searchPages } from '#lambdas/records/search.ts';
import type { ReturnState } from '#shared/returns/return.ts';
import type { ReturnsStore } from './store.ts';

/** A return of a thousand lines, and what else begins so: half of what DynamoDB reads in one Query. */
const termsPerPage = 2000;

/** Pages of a search: each return is found once, at the first of its terms that begins as searched. */
export const searchReturns = (
  returns: Pick<ReturnsStore, 'summaries'>,
  index: Pick<SearchIndexOf<FoundReturn>, 'find'>,
) =>
  searchPages<ReturnState, FoundReturn, ReturnIndexRow>({
    name: 'returns',
    index,
    termsFor: () => termsPerPage,
    pick: async ({ items: hits, hasMore }, { prefix, limit }) => {
      const firsts = hits.filter(({ previous }) => previous?.startsWith(prefix) !== true);
      const page = firsts.slice(0, limit);
      const moreHits = hasMore ? hits.at(-1) : undefined;
      return { rows: await returns.summaries(page), last: firsts.length > limit ? page.at(-1) : moreHits };
    },
  });
