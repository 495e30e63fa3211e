import { useNavigate } from 'react-router';
import type { Location } from 'react-router';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { ListSize } from './load-rows.ts';
import type { Sort } from './sort-rows.ts';

export const sizes: readonly ListSize[] = [...limits.page.sizes, 'all'];

const pageNumber = z.coerce.number().check(z.int(), z.gte(2), z.lte(limits.allRows * 1000));

/** `rma` sorts by that column, `-rma` the other way round. */
const sortOf = (text: string, columns: readonly string[]): Sort | undefined => {
  const isDescending = text.startsWith('-');
  const column = columns.find((id) => id === text.slice(isDescending ? 1 : 0));
  return column === undefined ? undefined : { column, isDescending };
};

export const readView = (params: URLSearchParams, columns: readonly string[]) => {
  const size = sizes.find((known) => String(known) === params.get('size'));
  const cursor = size === 'all' ? undefined : field.cursor.safeParse(params.get('cursor')).data;
  return {
    size,
    sort: sortOf(params.get('sort') ?? '', columns),
    page: cursor === undefined ? 1 : (pageNumber.safeParse(params.get('page')).data ?? 2),
    cursor,
  };
};

type Changes = Readonly<Record<string, string | undefined>>;

// A page only makes sense among the same rows.
const pageParams = ['page', 'cursor'];

export const changedSearch = (params: URLSearchParams, changes: Changes): string => {
  const changed = new URLSearchParams(params);
  if (Object.keys(changes).some((name) => name !== 'sort')) for (const name of pageParams) changed.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return changed.size === 0 ? '' : `?${changed}`;
};

/** Where pages that were turned over begin, by page number: it stays in the browser's history, a bookmark has none. */
const trailState = z.object({
  trail: z.record(z.string(), field.cursor),
  areFull: z.optional(z.boolean()),
});

export type ListLocation = Pick<Location, 'search' | 'state'>;

export const useListView = ({ search, state }: ListLocation, columns: readonly string[]) => {
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const view = readView(params, columns);
  const kept = trailState.safeParse(state).data;
  const trail = kept?.trail ?? {};
  const areFull = view.page === 1 || kept?.areFull === true;

  const go = (
    changes: Changes,
    { isRefinement = false, keeping = {} as z.input<typeof trailState>['trail'], full = false } = {},
  ) => {
    const next = changedSearch(params, changes);
    // A list that changes stays where it is on the screen.
    if (next !== changedSearch(params, {}))
      void navigate(
        { search: next },
        { replace: isRefinement, preventScrollReset: true, state: { trail: keeping, areFull: full } },
      );
  };
  const turnTo = (page: number, cursor: string | undefined, full = areFull) => {
    const known = view.cursor === undefined ? trail : { ...trail, [view.page]: view.cursor };
    go({ page: cursor && String(page), cursor }, { keeping: known, full });
  };

  return {
    ...view,
    params,
    /** Whether each page before this one is known to have as many rows as it may: a bookmark knows of none. */
    areFull,
    /** Sets filters by their names. What only goes on from what was typed before is no step of its own on the way back. */
    filter: (changes: Changes, options?: { readonly isRefinement: boolean }) => go(changes, options),
    sortBy: ({ column, isDescending }: Sort) =>
      go({ sort: isDescending ? `-${column}` : column }, { keeping: trail, full: areFull }),
    resize: (size: ListSize) => go({ size: String(size) }),
    goToFirst: () => turnTo(1, undefined),
    goToPrevious:
      view.page === 2
        ? () => turnTo(1, undefined)
        : trail[view.page - 1] === undefined
          ? undefined
          : () => turnTo(view.page - 1, trail[view.page - 1]),
    goToNext: (cursor: string, isFull: boolean) => turnTo(view.page + 1, cursor, areFull && isFull),
    startOver: () => go({ page: undefined, cursor: undefined }, { isRefinement: true }),
  };
};

export type ListViewState = ReturnType<typeof useListView>;
