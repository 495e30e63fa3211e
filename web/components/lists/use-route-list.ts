import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Parsed, Route, RuleContext } from '#shared/api/route.ts';
import { validate } from '#shared/api/validation.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { Export } from '#web/components/export/use-export.ts';
import { useExport } from '#web/components/export/use-export.ts';
import type { Call } from '#web/data/api.ts';
import { call } from '#web/data/api.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { FileAndTableColumn } from './file-and-table.ts';
import { chosenExportColumns, tableColumns } from './file-and-table.ts';
import type { ListColumn } from './list-column.ts';
import type { ListPreferencesValue } from './list-preferences.tsx';
import type { ListLocation, ListViewState } from './list-view.ts';
import { useListView } from './list-view.ts';
import type { RequestRows, FoundRows, ListSize, Row } from './load-rows.ts';
import { applyColumnChoice, useRememberedList } from './remembered-list.ts';
import type { Sort } from './sort-rows.ts';
import { sortRows } from './sort-rows.ts';
import type { Rows } from './use-rows.ts';
import { useRows } from './use-rows.ts';

const filterNames = (route: Route) =>
  Object.keys(route.input.shape).filter((name) => !['region', 'limit', 'cursor'].includes(name));

/** Returns the filters of an address that the route accepts; invalid ones are dropped. */
export const readFilters = <R extends Route>(
  route: R,
  region: RegionId,
  params: URLSearchParams,
  context: RuleContext,
): Parsed<R> => {
  const filters = filterNames(route);
  const filterParams = Object.fromEntries([...params].filter(([name]) => filters.includes(name)));
  const result = validate(route, { ...filterParams, region }, context);
  if (result.ok) return result.data;
  const rejectedNames = result.problems.map(({ path }) => path);
  if (!rejectedNames.some((name) => params.has(name))) throw new Error('A list cannot do without filters.');
  const rest = [...params].filter(([name]) => !rejectedNames.includes(name));
  return readFilters(route, region, new URLSearchParams(rest), context);
};

type Page = Parameters<RequestRows<never>>[0];

type Options<R extends Route, Item> = {
  readonly name: 'repairs' | 'returns' | 'users' | 'userAudit';
  readonly route: R;
  readonly requestPage: (input: Parsed<R> & Page, callRoute: Call) => Promise<FoundRows<Item>>;
  readonly location: ListLocation;
  /** Must be referentially stable while the columns are unchanged. */
  readonly columns: readonly FileAndTableColumn<Item>[];
  /**
   * Sort order of the server, and whether the requested rows come in another order (`isUnsorted`), so that only the
   * rows of a page are sorted.
   */
  readonly order: (filters: Parsed<R>) => Sort & { readonly isUnsorted?: boolean };
  /**
   * Name of the exported file, to which region and date are appended. The sheet's title has at most 31 characters, none
   * of []:*?/\
   */
  readonly file: { readonly name: string; readonly title: string };
  readonly firstFilter: string;
  readonly onChange?: (before: readonly Item[], after: readonly Item[]) => void;
};

const noItems = [] as const;

/** List of a route's rows, with the filters that the route accepts. */
type RouteList<R extends Route, Item extends Row> = Rows<Item> & {
  /** Returns a number of rows as a text. */
  readonly toRowsText: (count: number) => string;
  readonly view: ListViewState;
  readonly filters: Parsed<R>;
  readonly isFiltered: boolean;
  /** Clears all filters and focuses the first one. */
  readonly clearFilters: () => void;
  readonly today: CalendarDate;
  readonly exporting: Export;
  /** Rows per page: from the address, else the remembered choice, else the default. */
  readonly size: ListSize;
  /** Number of rows up to the end of this page, as a text; undefined while it is unknown. */
  readonly count: string | undefined;
  /** True if the list has no rows at all, on any page. */
  readonly isEmpty: boolean;
  readonly sort: Sort;
  /** True if only the rows of this page are sorted, because the server's order is another one. */
  readonly isSortedHere: boolean;
  /** Sorted rows of the page. */
  readonly items: readonly Item[];
  readonly columns: readonly ListColumn<Item>[];
  readonly preferences: ListPreferencesValue;
  /** Remembers the preferences; another size goes to the first page. */
  readonly setPreferences: (nextLook: ListPreferencesValue) => void;
};

export type List<Item extends Row> = RouteList<Route, Item>;

export const useRouteList = <R extends Route, Item extends Row>(options: Options<R, Item>): RouteList<R, Item> => {
  const { name, route, requestPage, location, columns: allColumns, order, file, firstFilter, onChange } = options;
  const { t, locale } = useTexts();
  const { region } = usePlace();
  const session = useSession();
  const today = useToday();
  const columns = useMemo(() => tableColumns(allColumns), [allColumns]);
  const view = useListView(
    location,
    columns.map(({ id }) => id),
  );
  const filters = readFilters(route, region, view.params, ruleContext(session, today));
  const [remembered, remember] = useRememberedList(name);
  const size = view.size ?? remembered.size ?? limits.page.default;
  const cursor = size === 'all' ? undefined : view.cursor;

  const toRowsText = (count: number) => t(`list.count.${name}`, { count });
  /** Returns the number of rows as a text; undefined if it is unknown, because a page before this one was not full. */
  const countWords = ({ items: { length }, cursor: next }: FoundRows<Item>) => {
    const rowsBefore = size === 'all' ? 0 : (view.page - 1) * size;
    const countText = toRowsText(rowsBefore + length);
    if (!view.areFull) return undefined;
    return next === undefined ? countText : t('list.soFar', { rows: countText });
  };

  const askPage: RequestRows<Item> = (page, callRoute) => requestPage({ ...filters, ...page }, callRoute);
  const rows = useRows({
    query: [route.path, filters],
    size,
    cursor,
    requestRows: askPage,
    onLoaded: (loaded) => {
      const { length } = loaded.items;
      const countText = countWords(loaded) ?? t('list.soFar', { rows: toRowsText(length) });
      announce(length > 0 || loaded.cursor !== undefined ? countText : t('list.nothing'));
    },
    onChange,
  });
  const { state } = rows;
  // While rows are loading, rows in the server's order are only appended; in another order they would move under the
  // pointer.
  const canShow = state.status !== 'loading' || view.sort === undefined;
  const foundItems: readonly Item[] = canShow ? state.found.items : noItems;

  // The server rejects a cursor that was edited or is outdated: start at the first page.
  const isCursorRejected =
    state.status === 'failed' && state.code === 'InvalidParameterException' && cursor !== undefined;
  const startOver = useEffectEvent(view.startOver);
  useEffect(() => {
    if (isCursorRejected) startOver();
  }, [isCursorRejected]);

  const columnChoice = useMemo(() => applyColumnChoice(columns, remembered.columns), [columns, remembered.columns]);
  const preferences: ListPreferencesValue = { size, columns: columnChoice, isCompact: remembered.isCompact ?? false };

  const { isUnsorted = false, ...serverSort } = order(filters);
  const { column, isDescending } = view.sort ?? serverSort;
  const sort = useMemo(() => ({ column, isDescending }), [column, isDescending]);
  const sorted = useMemo(() => sortRows(foundItems, columns, sort, locale), [foundItems, columns, sort, locale]);

  const exporting = useExport({
    ...file,
    columns: chosenExportColumns(allColumns, columnChoice),
    requestPage: (page) => askPage(page, call),
    query: filters,
  });

  return {
    ...rows,
    toRowsText,
    view,
    filters,
    isFiltered: filterNames(route).some((filter) => filters[filter] !== undefined),
    clearFilters: () => {
      // The button is removed with the empty list.
      focusField([firstFilter]);
      view.filter(Object.fromEntries(filterNames(route).map((filter) => [filter, undefined])));
    },
    today,
    exporting,
    size,
    count: state.status === 'loaded' && foundItems.length > 0 ? countWords(state.found) : undefined,
    isEmpty:
      state.status === 'loaded' && foundItems.length === 0 && state.found.cursor === undefined && view.page === 1,
    sort,
    isSortedHere: isUnsorted || view.sort !== undefined,
    items: sorted,
    columns,
    preferences,
    setPreferences: (nextLook: ListPreferencesValue) => {
      remember(nextLook);
      if (nextLook.size !== size) view.resize(nextLook.size);
    },
  };
};
