import { useMemo } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import type { ListLocation, ListViewState } from '#web/ui/list/list-view.ts';
import { useRouteList } from '#web/ui/list/use-route-list.ts';
import { announceRma } from './announce-rma.ts';
import type { ColumnsOf } from './record-columns.tsx';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';

const notByDue = { search: undefined, state: undefined, from: undefined, to: undefined };

type Filters = Parameters<ListViewState['filter']>;

/** The submitted records of a kind as an address asks for them: one's own store's, or for admins the region's. */
export const useSubmittedRecords = <Summary extends SubmittedRecord>(
  kind: RecordKind<Summary>,
  columnsOf: ColumnsOf<Summary>,
  location: ListLocation,
) => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const today = useToday();

  const dueIn = (filters: object) => kind.dueFilters?.find((one) => 'due' in filters && filters.due === one);
  const list = useRouteList({
    name: kind.name,
    route: kind.routes.list,
    ask: (input, through) => through(kind.routes.list, input),
    location,
    columns: useMemo(
      () => columnsOf(texts, { prefix, region }, today, !isAdmin),
      [columnsOf, texts, prefix, region, today, isAdmin],
    ),
    order: (filters) =>
      dueIn(filters)
        ? { column: 'next', isDescending: false }
        : // What a search finds comes in the order of what was found.
          { column: 'createdAt', isDescending: true, isUnsorted: filters.search !== undefined },
    file: { name: texts.t(`${kind.name}.list.fileName`), title: texts.t(`${kind.name}.list.sheetTitle`) },
    firstFilter: 'search',
    onNews: (before, after) => announceRma(kind, texts, before, after),
  });
  useRefreshWhilePending({ isPending: list.items.some(kind.isPending), refresh: list.refresh });
  return {
    list,
    isAdmin,
    due: dueIn(list.filters),
    /** Narrows the list down: by what is due, or by the others; the server does not take both. */
    narrow: (...[change, options]: Filters) =>
      list.view.filter({ ...('due' in change ? notByDue : { due: undefined }), ...change }, options),
  };
};

export type SubmittedRecordsState<Summary extends SubmittedRecord> = ReturnType<typeof useSubmittedRecords<Summary>>;
