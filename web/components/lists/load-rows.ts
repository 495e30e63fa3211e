import { limits } from '#shared/config/limits.ts';
import type { Call } from '#web/data/api.ts';

export type Row = {
  readonly id: string;
  readonly storeId?: string;
  readonly storeRefNo?: string;
  readonly createdAt?: string;
};

/**
 * Unique key of a row: its id; for a record also the store, reference and booking date, because a withdrawn record may
 * have been booked again.
 */
export const toRowKey = ({ id, storeId, storeRefNo, createdAt }: Row) =>
  storeRefNo === undefined ? id : [id, storeId, storeRefNo, createdAt].join('\u001F');

/** Rows per page; `all` is the maximum that a list shows. */
export type ListSize = number | 'all';

export const sizes: readonly ListSize[] = [...limits.page.sizes, 'all'];

/** Parses a size as the URL has it; undefined for any other text. */
export const parseSize = (text: string | null): ListSize | undefined => sizes.find((size) => String(size) === text);

export const toRowCount = (size: ListSize) => (size === 'all' ? limits.allRows : size);

/** Returns the number of rows to request when so many are missing. */
export const toLimit = (missingRows: number) => Math.min(missingRows, limits.page.max);

/** Rows found so far, with the cursor of the next ones. `read` is the number of rows that the server examined for a filter. */
export type FoundRows<Item> = {
  readonly items: readonly Item[];
  readonly cursor?: string | undefined;
  readonly read?: number | undefined;
};

/** Page of a list, as its route has it in its input. */
export type Page = { readonly limit: number; readonly cursor?: string };
export type RequestPage<Item> = (page: Page) => Promise<FoundRows<Item>>;
export type RequestRows<Item> = (page: Page, call: Call) => Promise<FoundRows<Item>>;
/** Returns the preloaded rows of a page; undefined if there are none, or if `isWanted` rejects them. */
export type ReadPreloadedRows<Item> = (
  page: Page,
  isWanted: (found: FoundRows<Item>) => boolean,
) => FoundRows<Item> | undefined;

/**
 * Number of calls that request only the missing rows. Later calls request as many rows as possible, because few rows
 * match; the result may then exceed the page size. Calls to a server that itself filters large batches (`read`) always
 * request only the missing rows.
 */
const exactCallCount = 4;

// A search may return the same record several times, once for each of its matching numbers.
const deduplicate = <Item extends Row>(items: readonly Item[]) => [
  ...new Map(items.map((item) => [toRowKey(item), item])).values(),
];

type PageOptions = { readonly size: ListSize; readonly cursor: string | undefined };

const isPageComplete = ({ items, cursor }: FoundRows<unknown>, size: ListSize) =>
  cursor === undefined || items.length >= toRowCount(size);

/** Returns the rows of a page if they have been preloaded and no further call is needed. */
export const findPreloadedPage = <Item extends Row>(
  readPreloadedRows: ReadPreloadedRows<Item>,
  { size, cursor }: PageOptions,
): FoundRows<Item> | undefined => {
  const page = { limit: toLimit(toRowCount(size)), ...(cursor !== undefined && { cursor }) };
  const found = readPreloadedRows(page, (rows) => isPageComplete(rows, size));
  return found && { ...found, items: deduplicate(found.items) };
};

/**
 * Loads the rows of a page in several calls, until it is full or no rows are left, because a response may have fewer
 * rows than requested, or none, although more rows follow. Yields the rows so far after each call.
 */
export async function* loadRows<Item extends Row>({
  requestPage,
  size,
  cursor: startCursor,
}: PageOptions & { readonly requestPage: RequestPage<Item> }): AsyncGenerator<FoundRows<Item>> {
  const wantedCount = toRowCount(size);
  let items: readonly Item[] = [];
  let cursor = startCursor;
  let callCount = 0;
  let read: number | undefined;
  do {
    callCount += 1;
    const missing = toLimit(wantedCount - items.length);
    const limit = callCount > exactCallCount && read === undefined ? limits.page.max : missing;
    // oxlint-disable-next-line no-await-in-loop -- each call needs the cursor of the previous one
    const page: FoundRows<Item> = await requestPage({ limit, ...(cursor !== undefined && { cursor }) });
    items = deduplicate([...items, ...page.items]);
    cursor = page.cursor;
    if (page.read !== undefined) read = (read ?? 0) + page.read;
    yield { items, cursor, ...(read !== undefined && { read }) };
  } while (cursor !== undefined && items.length < wantedCount);
}
