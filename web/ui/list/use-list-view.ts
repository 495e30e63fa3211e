import { useNavigate } from 'react-router';
import type { Location } from 'react-router';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import type { Changes } from './list-view.ts';
import { changedSearch, readView } from './list-view.ts';
import type { ListSize } from './load-rows.ts';
import type { Sort } from './sort-rows.ts';

/** Where pages that were turned over begin, by page number: it stays in the browser's history, a bookmark has none. */
const trailState = z.object({ trail: z.record(z.string(), field.cursor) });

export type ListLocation = Pick<Location, 'search' | 'state'>;

/** How a list is looked at, kept in the address, so that back, reload and bookmarks find it again. `columns` are those one can sort by. */
export const useListView = ({ search, state }: ListLocation, columns: readonly string[]) => {
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const view = readView(params, columns);
  const trail = trailState.safeParse(state).data?.trail ?? {};

  const go = (changes: Changes, { isRefinement = false, keeping = {} as Readonly<Record<string, string>> } = {}) => {
    const next = changedSearch(params, changes);
    // A list that changes stays where it is on the screen.
    if (next !== changedSearch(params, {}))
      void navigate({ search: next }, { replace: isRefinement, preventScrollReset: true, state: { trail: keeping } });
  };
  const turnTo = (page: number, cursor: string | undefined) => {
    const known = view.cursor === undefined ? trail : { ...trail, [view.page]: view.cursor };
    go({ page: cursor && String(page), cursor }, { keeping: known });
  };

  return {
    ...view,
    params,
    /** Sets filters by their names. What only goes on from what was typed before is no step of its own on the way back. */
    filter: (changes: Changes, options?: { readonly isRefinement: boolean }) => go(changes, options),
    sortBy: ({ column, isDescending }: Sort) => go({ sort: isDescending ? `-${column}` : column }, { keeping: trail }),
    resize: (size: ListSize) => go({ size: String(size) }),
    goToFirst: () => turnTo(1, undefined),
    /** Undefined where nobody has been, or there is no page before. */
    goToPrevious:
      view.page === 2
        ? () => turnTo(1, undefined)
        : trail[view.page - 1] === undefined
          ? undefined
          : () => turnTo(view.page - 1, trail[view.page - 1]),
    goToNext: (cursor: string) => turnTo(view.page + 1, cursor),
    /** What the address says leads nowhere: another takes its place. */
    startOver: () => go({ page: undefined, cursor: undefined }, { isRefinement: true }),
  };
};

export type ListViewState = ReturnType<typeof useListView>;
