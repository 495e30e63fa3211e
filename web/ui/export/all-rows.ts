import type { Found, Row } from '#web/ui/list/load-rows.ts';
import { loadRows } from '#web/ui/list/load-rows.ts';

/** Asks for the page after a cursor, of at most so many rows. */
export type AskPage<Item> = (page: { readonly limit: number; readonly cursor?: string }) => Promise<Found<Item>>;

export type AllRows<Item> = {
  readonly items: readonly Item[];
  /** Whether there are more than may be had. */ readonly isCapped: boolean;
};

type Options<Item> = {
  readonly ask: AskPage<Item>;
  readonly max: number;
  readonly onProgress: (rows: number) => void;
  /** Rejects with its reason once it is aborted. */
  readonly signal: AbortSignal;
};

/** All rows that a list has, page after page, up to a maximum. One page that fails fails them all. */
export const allRows = async <Item extends Row>({
  ask,
  max,
  onProgress,
  signal,
}: Options<Item>): Promise<AllRows<Item>> => {
  let items: readonly Item[] = [];
  // One more than fits is asked for: only then is it known that there are more.
  for await (const found of loadRows({ ask, size: max + 1, cursor: undefined })) {
    signal.throwIfAborted();
    items = found.items;
    onProgress(Math.min(items.length, max));
  }
  return { items: items.slice(0, max), isCapped: items.length > max };
};
