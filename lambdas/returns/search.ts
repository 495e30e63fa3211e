import { badCursor, searchCursor } from '#lambdas/records/cursor.ts';
import type { Question } from '#lambdas/records/list-query.ts';
import { isWithin } from '#lambdas/records/list-query.ts';
import type { FoundReturn } from '#lambdas/records/return-search.ts';
import { searchOwner, searchPrefix } from '#shared/records/search.ts';
import type { ReturnState } from '#shared/returns/return.ts';
import type { ReturnsIndex } from './collaborators.ts';
import type { ReturnsStore } from './store.ts';

/** A return of a thousand lines, and what else begins so: half of what DynamoDB reads in one Query. */
const termsPerPage = 2000;

/**
 * Pages of what begins like a text, in the order of the terms. Each return is found once, at the first of its terms that begins so;
 * the filter, and returns with many more, make a page shorter.
 */
export const searchPages =
  (returns: Pick<ReturnsStore, 'summaries'>, index: ReturnsIndex) =>
  async ({
    owner: { region, storeId },
    filter,
    search,
    limit,
    cursor,
    asked,
  }: Question<ReturnState> & { readonly search: string }) => {
    const prefix = searchPrefix(search);
    const isFirst = ({ previous }: FoundReturn) => previous?.startsWith(prefix) !== true;
    const after = cursor === undefined ? undefined : searchCursor.decode(asked, cursor).term;
    // DynamoDB takes no beginning outside what is searched.
    if (after?.startsWith(prefix) === false) throw badCursor();
    const { items: terms, hasMore } = await index.find(
      searchOwner('returns', region, storeId),
      prefix,
      termsPerPage,
      after,
    );
    const firsts = terms.filter(isFirst);
    const page = firsts.slice(0, limit);
    const summaries = await returns.summaries(page);
    const items = summaries.filter(
      ({ state, createdAt }) =>
        (filter.state === undefined || state === filter.state) && isWithin(createdAt, filter.period),
    );
    const last = firsts.length > limit ? page.at(-1) : hasMore ? terms.at(-1) : undefined;
    return { items, ...(last && { cursor: searchCursor.encode(asked, last) }) };
  };
