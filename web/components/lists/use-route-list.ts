import { useMemo } from 'react';
import type { Input, Output, Parsed, Route } from '#shared/api/route.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { Export } from '#web/components/export/use-export.ts';
import { useExport } from '#web/components/export/use-export.ts';
import { call, readPreloadedData } from '#web/data/api.ts';
import { createRuleContext } from '#web/data/rule-context.ts';
import { useSession } from '#web/session/session-store.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { FileAndTableColumn } from './file-and-table.ts';
import { selectExportColumns, toTableColumns } from './file-and-table.ts';
import type { ListColumn } from './list-column.ts';
import type { ListPreferencesValue } from './list-preferences.tsx';
import type { ListLocation, ListViewState } from './list-view.ts';
import { useListView } from './list-view.ts';
import type { FoundRows, Page, ReadPreloadedRows, RequestRows, Row } from './load-rows.ts';
import { listFilterNames, readFilters } from './read-filters.ts';
import { useListPreferences } from './use-list-preferences.ts';
import type { PageRows } from './use-page-rows.ts';
import { usePageRows } from './use-page-rows.ts';
import type { ServerOrder, SortedRows } from './use-sorted-rows.ts';
import { useSortedRows } from './use-sorted-rows.ts';

type Options<R extends Route, Item> = {
  /** Name under which the browser remembers the preferences. */
  readonly name: string;
  readonly route: R;
  /** Returns the rows of a response. */
  readonly toRows: (response: Output<R>) => FoundRows<Item>;
  readonly location: ListLocation;
  /** Must be referentially stable while the columns are unchanged. */
  readonly columns: readonly FileAndTableColumn<Item>[];
  readonly order: (filters: Parsed<R>) => ServerOrder;
  /** Returns a number of rows as a text. */
  readonly toRowsText: (count: number) => string;
  /**
   * Name of the exported file, to which region and date are appended. The sheet's title has at most 31 characters, none
   * of []:*?/\
   */
  readonly file: { readonly name: string; readonly title: string };
  /** Name of the filter that gets the focus when the filters are cleared. */
  readonly firstFilter: string;
  readonly onChange?: (previousItems: readonly Item[], nextItems: readonly Item[]) => void;
};

/** List of a route's rows, with the filters that the route accepts. */
type RouteList<R extends Route, Item extends Row> = {
  readonly today: CalendarDate;
  readonly columns: readonly ListColumn<Item>[];
  readonly view: ListViewState;
  readonly filters: Parsed<R>;
  readonly isFiltered: boolean;
  /** Clears all filters and focuses the first one. */
  readonly clearFilters: () => void;
  readonly preferences: ListPreferencesValue;
  /** Remembers the preferences; another size goes to the first page. */
  readonly setPreferences: (preferences: ListPreferencesValue) => void;
  readonly rows: PageRows<Item>;
  readonly sortedRows: SortedRows<Item>;
  readonly fileExport: Export;
};

export type List<Item extends Row> = RouteList<Route, Item>;

export const useRouteList = <R extends Route, Item extends Row>(options: Options<R, Item>): RouteList<R, Item> => {
  const { route, columns: allColumns } = options;
  const { region } = usePlace();
  const session = useSession();
  const today = useToday();
  const columns = useMemo(() => toTableColumns(allColumns), [allColumns]);
  const view = useListView(
    options.location,
    columns.map(({ id }) => id),
  );
  const filters = readFilters(route, region, view.params, createRuleContext(session, today));
  const { preferences, setPreferences } = useListPreferences(options.name, columns, view);

  const { toRows } = options;
  const toInput = (page: Page) => ({ ...filters, ...page }) as Input<R>;
  const requestRows: RequestRows<Item> = async (page, callRoute) => toRows(await callRoute(route, toInput(page)));
  const readPreloadedRows: ReadPreloadedRows<Item> = (page, isWanted) => {
    const response = readPreloadedData(route, toInput(page), (data) => isWanted(toRows(data)));
    return response && toRows(response);
  };
  const rows = usePageRows({
    query: [route.path, filters],
    view,
    size: preferences.size,
    requestRows,
    readPreloadedRows,
    toRowsText: options.toRowsText,
    onChange: options.onChange,
  });
  const sortedRows = useSortedRows(rows, columns, view, options.order(filters));
  const fileExport = useExport({
    ...options.file,
    columns: selectExportColumns(allColumns, preferences.columns),
    requestPage: (page) => requestRows(page, call),
    query: filters,
  });

  const clearFilters = () => {
    // The button is removed with the empty list.
    focusField([options.firstFilter]);
    view.filter(Object.fromEntries(listFilterNames(route).map((filter) => [filter, undefined])));
  };
  return {
    today,
    columns,
    view,
    filters,
    isFiltered: listFilterNames(route).some((filter) => filters[filter] !== undefined),
    clearFilters,
    preferences,
    setPreferences,
    rows,
    sortedRows,
    fileExport,
  };
};
