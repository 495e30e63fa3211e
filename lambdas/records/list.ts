import type { Page } from '#lambdas/aws/query-page.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import type { Owner } from './access.ts';
import { badCursor, timeCursor } from './cursor.ts';
import type { Filter, ListInput, ListQuery } from './list-query.ts';
import { isWithin, listQueryOf } from './list-query.ts';
import type { After } from './pages.ts';

type List<Row> = (owner: Owner, filter: Filter<string>, limit: number, after?: After) => Promise<Page<Row>>;

type ListPage<Row> = { readonly items: Row[]; readonly cursor?: string };

/** Pages of a list by time, newest first; a cursor where there are more. Throws badCursor. */
const timePage = async <Row extends After>(
  list: List<Row>,
  { owner, filter, limit, cursor, scope }: ListQuery<string>,
): Promise<ListPage<Row>> => {
  const after = cursor === undefined ? undefined : timeCursor.decode(scope, cursor);
  // DynamoDB takes no beginning outside the period.
  if (after && !isWithin(after.createdAt, filter.period)) throw badCursor();
  const { items, hasMore } = await list(owner, filter, limit, after);
  const last = items.at(-1);
  return { items, ...(hasMore && last && { cursor: timeCursor.encode(scope, last) }) };
};

type Lists<State extends string, Row> = {
  readonly list: List<Row>;
  readonly search: (query: ListQuery<State> & { readonly search: string }) => Promise<ListPage<Row>>;
};

/** The records that a caller asks for, of those that they may see: by time, or what a search finds. */
export const listFor =
  <State extends string, Row extends After>({ list, search }: Lists<State, Row>) =>
  (input: ListInput<State>, caller: Caller): Promise<ListPage<Row>> => {
    const query = listQueryOf(input, caller);
    return query.search === undefined ? timePage(list, query) : search({ ...query, search: query.search });
  };
