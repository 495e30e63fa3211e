import { limits } from '#shared/limits.ts';
import type { Call } from '#web/data/api.ts';

/** A row tells itself from all others by its id. */
export type Row = { readonly id: string };

/** How many rows a page has; `all` are as many as a list shows at most. */
export type ListSize = number | 'all';

export const rowsOf = (size: ListSize) => (size === 'all' ? limits.allRows : size);

/** What has been found, and where it goes on: no cursor after the last row. */
export type Found<Item> = { readonly items: readonly Item[]; readonly cursor?: string | undefined };

/** One call for a list's rows, through the caller that is handed in. */
export type AskRows<Item> = (
  page: { readonly limit: number; readonly cursor?: string },
  call: Call,
) => Promise<Found<Item>>;

type Options<Item> = {
  readonly ask: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Found<Item>>;
  readonly size: ListSize;
  /** Where the rows begin. */
  readonly cursor: string | undefined;
  /** After so many calls it is content with what there is; otherwise it goes on until the page is full. */
  readonly mostCalls?: number;
};

/** How often only what is missing is asked for. Where hardly anything matches, that would crawl: then a page may get longer. */
const exactCalls = 4;

/** How many calls more than it would need a list's page may take. */
const spareCalls = 9;

/** The most calls for a list's page: a search of which hardly anything passes a filter must not go through all that it finds. */
export const mostCallsFor = (size: ListSize) => Math.ceil(rowsOf(size) / limits.page.max) + spareCalls;

// A search finds a record by each of its numbers.
const withoutRepeats = <Item extends Row>(items: readonly Item[]) => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** The rows of a page, call after call: an answer may hold fewer than asked for, even none, and still have more behind it. Tells what has been found after each call. */
export async function* loadRows<Item extends Row>({
  ask,
  size,
  cursor: start,
  mostCalls = Number.POSITIVE_INFINITY,
}: Options<Item>): AsyncGenerator<Found<Item>> {
  const wanted = rowsOf(size);
  let items: readonly Item[] = [];
  let cursor = start;
  let calls = 0;
  do {
    calls += 1;
    const limit = Math.min(calls > exactCalls ? wanted : wanted - items.length, limits.page.max);
    // oxlint-disable-next-line no-await-in-loop -- each call begins where the one before it ended
    const page: Found<Item> = await ask({ limit, ...(cursor !== undefined && { cursor }) });
    items = withoutRepeats([...items, ...page.items]);
    cursor = page.cursor;
    yield { items, cursor };
  } while (cursor !== undefined && items.length < wanted && calls < mostCalls);
}
