import { useNavigate } from 'react-router';
import type { Location } from 'react-router';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import { parseSize } from './load-rows.ts';
import type { ListSize } from './load-rows.ts';
import type { Sort } from './sort-rows.ts';

/** Page 1 has no parameter. The upper bound is far above any real number of pages. */
const pageNumberParam = z.coerce.number().check(z.int(), z.gte(2), z.lte(limits.allRows * 1000));

/** Parses the sort parameter: `rma` sorts by that column ascending, `-rma` descending. */
const parseSort = (text: string, columns: readonly string[]): Sort | undefined => {
  const isDescending = text.startsWith('-');
  const column = columns.find((id) => id === text.slice(isDescending ? 1 : 0));
  return column === undefined ? undefined : { column, isDescending };
};

export const readView = (params: URLSearchParams, columns: readonly string[]) => {
  const size = parseSize(params.get('size'));
  const cursor = size === 'all' ? undefined : field.cursor.safeParse(params.get('cursor')).data;
  return {
    size,
    sort: parseSort(params.get('sort') ?? '', columns),
    page: cursor === undefined ? 1 : (pageNumberParam.safeParse(params.get('page')).data ?? 2),
    cursor,
  };
};

type Changes = Readonly<Record<string, string | undefined>>;

// Page and cursor are only valid for the same set of rows.
const pageParams = ['page', 'cursor'];

export const updateSearch = (params: URLSearchParams, changes: Changes): string => {
  const nextParams = new URLSearchParams(params);
  if (Object.keys(changes).some((name) => name !== 'sort')) for (const name of pageParams) nextParams.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) nextParams.delete(name);
    else nextParams.set(name, value);
  }
  return nextParams.size === 0 ? '' : `?${nextParams}`;
};

/**
 * State of a history entry: cursors of the visited pages by page number, and whether all pages before this one are full.
 * A bookmark has no such state.
 */
const trailState = z.object({
  trail: z.record(z.string(), field.cursor),
  /** True if all pages before this one are known to be full. */
  areFull: z.optional(z.boolean()),
});

export type ListLocation = Pick<Location, 'search' | 'state'>;

/** View of a list as stored in the URL: page, size, sort order and filters. Each change navigates. */
export type ListViewState = {
  /** Rows per page; undefined if the URL has no size. */
  readonly size: ListSize | undefined;
  /** Undefined for the server's order. */
  readonly sort: Sort | undefined;
  readonly page: number;
  readonly cursor: string | undefined;
  readonly params: URLSearchParams;
  /** True if all pages before this one are known to be full; false for a bookmark, for which this is unknown. */
  readonly areEarlierPagesFull: boolean;
  /** Sets filters by name. If it refines the previous input, the change replaces the history entry. */
  readonly filter: (changes: Changes, options?: { readonly isRefinement: boolean }) => void;
  readonly sortBy: (sort: Sort) => void;
  /** Sets the number of rows per page. */
  readonly resize: (size: ListSize) => void;
  readonly goToFirst: () => void;
  /** Undefined on the first page, and if the cursor of the previous page is unknown. */
  readonly goToPrevious: (() => void) | undefined;
  /** Goes to the page at this cursor; `isFull` means that the current page is full. */
  readonly goToNext: (cursor: string, isFull: boolean) => void;
  /** Goes to the first page in place of the current history entry. */
  readonly startOver: () => void;
};

export const useListView = ({ search, state }: ListLocation, columns: readonly string[]): ListViewState => {
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const view = readView(params, columns);
  const historyState = trailState.safeParse(state).data;
  const trail = historyState?.trail ?? {};
  const areEarlierPagesFull = view.page === 1 || historyState?.areFull === true;

  const navigateTo = (
    changes: Changes,
    { isRefinement = false, nextTrail = {} as z.input<typeof trailState>['trail'], nextAreFull = false } = {},
  ) => {
    const next = updateSearch(params, changes);
    // The scroll position stays, because the page is the same.
    if (next !== updateSearch(params, {}))
      void navigate(
        { search: next },
        { replace: isRefinement, preventScrollReset: true, state: { trail: nextTrail, areFull: nextAreFull } },
      );
  };
  const goToPage = (page: number, cursor: string | undefined, nextAreFull = areEarlierPagesFull) => {
    const visitedPages = view.cursor === undefined ? trail : { ...trail, [view.page]: view.cursor };
    navigateTo({ page: cursor && String(page), cursor }, { nextTrail: visitedPages, nextAreFull });
  };

  return {
    ...view,
    params,
    areEarlierPagesFull,
    filter: (changes: Changes, options?: { readonly isRefinement: boolean }) => navigateTo(changes, options),
    sortBy: ({ column, isDescending }: Sort) =>
      navigateTo(
        { sort: isDescending ? `-${column}` : column },
        { nextTrail: trail, nextAreFull: areEarlierPagesFull },
      ),
    resize: (size: ListSize) => navigateTo({ size: String(size) }),
    goToFirst: () => goToPage(1, undefined),
    goToPrevious:
      view.page === 2
        ? () => goToPage(1, undefined)
        : trail[view.page - 1] === undefined
          ? undefined
          : () => goToPage(view.page - 1, trail[view.page - 1]),
    goToNext: (cursor: string, isFull: boolean) => goToPage(view.page + 1, cursor, areEarlierPagesFull && isFull),
    startOver: () => navigateTo({ page: undefined, cursor: undefined }, { isRefinement: true }),
  };
};
