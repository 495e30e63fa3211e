import { useMemo } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ListColumn } from './list-column.ts';
import type { ListViewState } from './list-view.ts';
import type { Sort } from './sort-rows.ts';
import { sortRows } from './sort-rows.ts';
import type { Rows } from './use-rows.ts';

/**
 * Sort order of the server. With `isUnsorted`, the server returns the requested rows in another order, so that the page
 * sorts the rows that it has.
 */
export type ServerOrder = Sort & { readonly isUnsorted?: boolean };

export type SortedRows<Item> = {
  /** Sorted rows of the page. */
  readonly items: readonly Item[];
  readonly sort: Sort;
  /** True if only the rows of this page are sorted, because the server uses another order. */
  readonly isSortedHere: boolean;
};

const noItems = [] as const;

export const useSortedRows = <Item>(
  { state }: Rows<Item>,
  columns: readonly ListColumn<Item>[],
  view: ListViewState,
  { isUnsorted = false, ...serverSort }: ServerOrder,
): SortedRows<Item> => {
  const { locale } = useTexts();
  // While loading, rows are shown only in the server's order, in which new rows are appended; in any other order they
  // would move under the pointer.
  const canShow = state.status !== 'loading' || view.sort === undefined;
  const items: readonly Item[] = canShow ? state.found.items : noItems;

  const { column, isDescending } = view.sort ?? serverSort;
  const sort = useMemo(() => ({ column, isDescending }), [column, isDescending]);
  return {
    items: useMemo(() => sortRows(items, columns, sort, locale), [items, columns, sort, locale]),
    sort,
    isSortedHere: isUnsorted || view.sort !== undefined,
  };
};
