import { badCursor, timeCursor } from './cursor.ts';
import type { Filter, Question } from './list-question.ts';
import { isWithin } from './period.ts';
import type { Page } from './query-page.ts';
import type { After } from './record-pages.ts';
import type { Owner } from './whose.ts';

type List<State extends string, Row> = (
  owner: Owner,
  filter: Filter<State>,
  limit: number,
  after?: After,
) => Promise<Page<Row>>;

/** Pages of a list by time, newest first; a cursor where there are more. Throws badCursor. */
export const timePages =
  <State extends string, Row extends After>(list: List<State, Row>) =>
  async ({ owner, filter, limit, cursor, asked }: Question<State>) => {
    const after = cursor === undefined ? undefined : timeCursor.decode(asked, cursor);
    // DynamoDB takes no beginning outside the period.
    if (after && !isWithin(after.createdAt, filter.period)) throw badCursor();
    const { items, hasMore } = await list(owner, filter, limit, after);
    const last = items.at(-1);
    return { items, ...(hasMore && last && { cursor: timeCursor.encode(asked, last) }) };
  };
