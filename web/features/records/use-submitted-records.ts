import { useMemo } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { call } from '#web/data/api.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { useExport } from '#web/ui/export/use-export.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { chosenExportColumns, tableColumns } from '#web/ui/list/file-and-table.ts';
import type { ListLocation } from '#web/ui/list/list-view.ts';
import { useListView } from '#web/ui/list/list-view.ts';
import type { AskRows } from '#web/ui/list/load-rows.ts';
import { readFilters } from '#web/ui/list/read-filters.ts';
import { useList } from '#web/ui/list/use-list.ts';
import { announceRma } from './announce-rma.ts';
import type { ColumnsOf } from './record-columns.tsx';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';

const newestFirst = { column: 'createdAt', isDescending: true } as const;

const soonestFirst = { column: 'next', isDescending: false } as const;

const notByDue = { search: undefined, state: undefined, from: undefined, to: undefined };

type Filters = Parameters<ReturnType<typeof useListView>['filter']>;

/** The submitted records of a kind as an address asks for them: one's own store's, or for admins the region's. */
export const useSubmittedRecords = <Summary extends SubmittedRecord>(
  kind: RecordKind<Summary>,
  columnsOf: ColumnsOf<Summary>,
  location: ListLocation,
) => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  const session = useSession();
  const today = useToday();

  const isAdmin = session?.isAdminUser ?? false;
  const all = useMemo(
    () => columnsOf(texts, { prefix, region }, today, !isAdmin),
    [columnsOf, texts, prefix, region, today, isAdmin],
  );
  const columns = useMemo(() => tableColumns(all), [all]);
  const view = useListView(
    location,
    columns.map(({ id }) => id),
  );
  const filters = readFilters(kind.routes.list, region, view.params, ruleContext(session, today));
  const due = kind.dueFilters?.find((one) => 'due' in filters && filters.due === one);
  const ask: AskRows<Summary> = (page, through) => through(kind.routes.list, { ...filters, ...page });
  const list = useList({
    name: kind.name,
    view,
    columns,
    defaultSort: due ? soonestFirst : newestFirst,
    // What a search finds comes in the order of what was found.
    isUnsorted: filters.search !== undefined,
    question: JSON.stringify(filters),
    ask,
    onNews: (before, after) => announceRma(kind, texts, before, after),
  });
  useRefreshWhilePending({ isPending: list.items.some(kind.isPending), refresh: list.refresh });

  const exporting = useExport({
    name: texts.t(`${kind.name}.list.fileName`),
    title: texts.t(`${kind.name}.list.sheetTitle`),
    columns: chosenExportColumns(all, list.look.columns),
    ask: (page) => ask(page, call),
  });

  const { search, state, from, to, storeId } = filters;
  return {
    list,
    exporting,
    filters,
    today,
    isAdmin,
    due,
    /** Narrows the list down: by what is due, or by the others; the server does not take both. */
    narrow: (...[change, options]: Filters) =>
      view.filter({ ...('due' in change ? notByDue : { due: undefined }), ...change }, options),
    isFiltered: [search, state, from, to, storeId, due].some((filter) => filter !== undefined),
    clearFilters: () => {
      // The button that asked for it goes with the empty list.
      focusField(['search']);
      view.filter({ ...notByDue, storeId: undefined, due: undefined });
    },
  };
};

export type SubmittedRecordsState<Summary extends SubmittedRecord> = ReturnType<typeof useSubmittedRecords<Summary>>;
