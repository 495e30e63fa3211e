import { limits } from '#shared/limits.ts';
import type { Call } from '#web/data/api.ts';

export type Row = {
  readonly id: string;
  readonly storeId?: string;
  readonly storeRefNo?: string;
  readonly createdAt?: string;
};

/** What tells a row from all others: an id; of a record, its store, its reference and when it was booked as well: withdrawn, it may have been booked anew. */
export const rowKey = ({ id, storeId, storeRefNo, createdAt }: Row) =>
  storeRefNo === undefined ? id : [id, storeId, storeRefNo, createdAt].join('\u001F');

/** How many rows a page has; `all` are as many as a list shows at most. */
export type ListSize = number | 'all';

export const rowsOf = (size: ListSize) => (size === 'all' ? limits.allRows : size);

/** What has been found, and where it goes on: no cursor after the last row. `read`: how many rows were gone through for it, where a filter thins them out. */
export type Found<Item> = {
  readonly items: readonly Item[];
  readonly cursor?: string | undefined;
  readonly read?: number | undefined;
};

type Page = { readonly limit: number; readonly cursor?: string };
export type AskPage<Item> = (page: Page) => Promise<Found<Item>>;
export type AskRows<Item> = (page: Page, call: Call) => Promise<Found<Item>>;

type Options<Item> = {
  readonly ask: AskPage<Item>;
  readonly size: ListSize;
  readonly cursor: string | undefined;
};

/** How often only what is missing is asked for. Where hardly anything matches, that would crawl, unless the server itself goes through more: then a page may get longer. */
const exactCalls = 4;

// A search finds a record by each of its numbers.
const withoutRepeats = <Item extends Row>(items: readonly Item[]) => [
  ...new Map(items.map((item) => [rowKey(item), item])).values(),
];

/** The rows of a page, call after call until it is full or nothing is left: an answer may hold fewer than asked for, even none, and still have more behind it. Tells what has been found after each call. */
export async function* loadRows<Item extends Row>({
  ask,
  size,
  cursor: start,
}: Options<Item>): AsyncGenerator<Found<Item>> {
  const wanted = rowsOf(size);
  let items: readonly Item[] = [];
  let cursor = start;
  let calls = 0;
  let read: number | undefined;
  do {
    calls += 1;
    const missing = Math.min(wanted - items.length, limits.page.max);
    const limit = calls > exactCalls && read === undefined ? limits.page.max : missing;
    // oxlint-disable-next-line no-await-in-loop -- each call begins where the one before it ended
    const page: Found<Item> = await ask({ limit, ...(cursor !== undefined && { cursor }) });
    items = withoutRepeats([...items, ...page.items]);
    cursor = page.cursor;
    if (page.read !== undefined) read = (read ?? 0) + page.read;
    yield { items, cursor, ...(read !== undefined && { read }) };
  } while (cursor !== undefined && items.length < wanted);
}
