import { announce } from '#web/ui/announce.ts';
import type { Row } from './load-rows.ts';

/** What rows of a list may wait for. */
export type Waiting<Item> = {
  /** Whether a row waits for news. */
  readonly isPending: (item: Item) => boolean;
  /** Words for a row that waits no longer; undefined if there is nothing to say of it. */
  readonly newsOf: (item: Item) => string | undefined;
};

/** Has screen readers say what the rows that waited `before` have got `after`. */
export const tellNews = <Item extends Row>(
  { isPending, newsOf }: Waiting<Item>,
  before: readonly Item[],
  after: readonly Item[],
) => {
  const waiting = new Set(before.filter(isPending).map(({ id }) => id));
  const news = after.flatMap((row) => (waiting.has(row.id) && !isPending(row) ? (newsOf(row) ?? []) : []));
  if (news.length > 0) announce(news.join(' '));
};
