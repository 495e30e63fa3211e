import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { ListViewState } from './list-view.ts';
import type { FoundRows, ListSize, ReadPreloadedRows, RequestRows, Row } from './load-rows.ts';
import type { Rows } from './use-rows.ts';
import { useRows } from './use-rows.ts';

type Options<Item> = {
  readonly query: unknown;
  readonly view: ListViewState;
  readonly size: ListSize;
  readonly requestRows: RequestRows<Item>;
  readonly readPreloadedRows: ReadPreloadedRows<Item>;
  readonly toRowsText: (count: number) => string;
  readonly onChange: ((previousItems: readonly Item[], nextItems: readonly Item[]) => void) | undefined;
};

/** Rows of the page that a view shows. */
export type PageRows<Item> = Rows<Item> & {
  /** Returns a number of rows as a text. */
  readonly toRowsText: (count: number) => string;
  /** Number of rows up to the end of this page, as a text; undefined while it is unknown. */
  readonly countText: string | undefined;
  /** True if the list has no rows at all, on any page. */
  readonly isEmpty: boolean;
};

/** Loads the rows of a page, and announces their number. */
export const usePageRows = <Item extends Row>(options: Options<Item>): PageRows<Item> => {
  const { query, view, size, requestRows, readPreloadedRows, toRowsText, onChange } = options;
  const { t } = useTexts();
  const cursor = size === 'all' ? undefined : view.cursor;

  /** Returns the number of rows up to the end of this page as a text; undefined if it is unknown, because an earlier page was not full. */
  const toCountText = ({ items: { length }, cursor: next }: FoundRows<Item>) => {
    const precedingRowCount = size === 'all' ? 0 : (view.page - 1) * size;
    const countText = toRowsText(precedingRowCount + length);
    if (!view.areEarlierPagesFull) return undefined;
    return next === undefined ? countText : t('list.atLeast', { rows: countText });
  };

  const rows = useRows({
    query,
    size,
    cursor,
    requestRows,
    readPreloadedRows,
    onLoaded: (loaded) => {
      const { length } = loaded.items;
      const countText = toCountText(loaded) ?? t('list.soFar', { rows: toRowsText(length) });
      announce(length > 0 || loaded.cursor !== undefined ? countText : t('list.nothing'));
    },
    onChange,
  });
  const { state } = rows;

  // If the server rejects a cursor, which was edited or is outdated, the list starts at the first page.
  const isCursorRejected =
    state.status === 'failed' && state.code === 'InvalidParameterException' && cursor !== undefined;
  const startOver = useEffectEvent(view.startOver);
  useEffect(() => {
    if (isCursorRejected) startOver();
  }, [isCursorRejected]);

  const isLoaded = state.status === 'loaded';
  const hasRows = state.found.items.length > 0;
  return {
    ...rows,
    toRowsText,
    countText: isLoaded && hasRows ? toCountText(state.found) : undefined,
    isEmpty: isLoaded && !hasRows && state.found.cursor === undefined && view.page === 1,
  };
};
