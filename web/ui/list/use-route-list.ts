import { useEffect, useEffectEvent, useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Parsed, Route, RuleContext } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { Call } from '#web/data/api.ts';
import { call } from '#web/data/api.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { useExport } from '#web/ui/export/use-export.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { FileAndTableColumn } from './file-and-table.ts';
import { chosenExportColumns, tableColumns } from './file-and-table.ts';
import type { Look } from './list-look.tsx';
import type { ListLocation } from './list-view.ts';
import { useListView } from './list-view.ts';
import type { AskRows, Found, Row } from './load-rows.ts';
import { chosenColumns, useRememberedList } from './remembered-list.ts';
import type { Sort } from './sort-rows.ts';
import { sortRows } from './sort-rows.ts';
import { useRows } from './use-rows.ts';

const filterNames = (route: Route) =>
  Object.keys(route.input.shape).filter((name) => !['region', 'limit', 'cursor'].includes(name));

export const readFilters = <R extends Route>(
  route: R,
  region: RegionId,
  params: URLSearchParams,
  context: RuleContext,
): Parsed<R> => {
  const filters = filterNames(route);
  const given = Object.fromEntries([...params].filter(([name]) => filters.includes(name)));
  const checked = check(route, { ...given, region }, context);
  if (checked.ok) return checked.data;
  const refused = checked.problems.map(({ path }) => path);
  if (!refused.some((name) => params.has(name))) throw new Error('A list cannot do without filters.');
  const rest = [...params].filter(([name]) => !refused.includes(name));
  return readFilters(route, region, new URLSearchParams(rest), context);
};

type Page = Parameters<AskRows<never>>[0];

type Options<R extends Route, Item> = {
  readonly name: 'repairs' | 'returns' | 'users' | 'userAudit';
  readonly route: R;
  readonly ask: (input: Parsed<R> & Page, through: Call) => Promise<Found<Item>>;
  readonly location: ListLocation;
  /** The same array as long as they are the same columns. */
  readonly columns: readonly FileAndTableColumn<Item>[];
  /** How the server sorts, and whether what is asked for now comes in another order, so that only the rows of a page are sorted. */
  readonly order: (filters: Parsed<R>) => Sort & { readonly isUnsorted?: boolean };
  /** How its file is called; region and date follow. The sheet's title has at most 31 characters, none of []:*?/\ */
  readonly file: { readonly name: string; readonly title: string };
  readonly firstFilter: string;
  readonly onNews?: (before: readonly Item[], after: readonly Item[]) => void;
};

const nothing = [] as const;

export const useRouteList = <R extends Route, Item extends Row>(options: Options<R, Item>) => {
  const { name, route, ask, location, columns: all, order, file, firstFilter, onNews } = options;
  const { t, locale } = useTexts();
  const { region } = usePlace();
  const session = useSession();
  const today = useToday();
  const columns = useMemo(() => tableColumns(all), [all]);
  const view = useListView(
    location,
    columns.map(({ id }) => id),
  );
  const filters = readFilters(route, region, view.params, ruleContext(session, today));
  const [remembered, remember] = useRememberedList(name);
  const size = view.size ?? remembered.size ?? limits.page.default;
  const cursor = size === 'all' ? undefined : view.cursor;

  const rowWords = (count: number) => t(`list.count.${name}`, { count });
  /** How many rows there are, as far as is known; behind a page that was stopped, or a longer one of a search, nobody knows. */
  const countWords = ({ items: { length }, cursor: next }: Found<Item>) => {
    const before = size === 'all' ? 0 : (view.page - 1) * size;
    const words = rowWords(before + length);
    if (!view.areFull) return undefined;
    return next === undefined ? words : t('list.soFar', { rows: words });
  };

  const askPage: AskRows<Item> = (page, through) => ask({ ...filters, ...page }, through);
  const rows = useRows({
    question: [route.path, filters],
    size,
    cursor,
    ask: askPage,
    onLoaded: (loaded) => {
      const { length } = loaded.items;
      const words = countWords(loaded) ?? t('list.soFar', { rows: rowWords(length) });
      announce(length > 0 || loaded.cursor !== undefined ? words : t('list.nothing'));
    },
    onNews,
  });
  const { state } = rows;
  // While more is coming, rows in the server's order only grow at the end; in any other they would move under the pointer.
  const isSteady = state.status !== 'loading' || view.sort === undefined;
  const found: readonly Item[] = isSteady ? state.found.items : nothing;

  // A cursor that the server refuses was written by hand, or is of other times: the list begins at the first page.
  const isLost = state.status === 'failed' && state.code === 'InvalidParameterException' && cursor !== undefined;
  const startOver = useEffectEvent(view.startOver);
  useEffect(() => {
    if (isLost) startOver();
  }, [isLost]);

  const columnChoice = useMemo(() => chosenColumns(columns, remembered.columns), [columns, remembered.columns]);
  const look: Look = { size, columns: columnChoice, isCompact: remembered.isCompact ?? false };

  const { isUnsorted = false, ...serverSort } = order(filters);
  const { column, isDescending } = view.sort ?? serverSort;
  const sort = useMemo(() => ({ column, isDescending }), [column, isDescending]);
  const sorted = useMemo(() => sortRows(found, columns, sort, locale), [found, columns, sort, locale]);

  const exporting = useExport({
    ...file,
    columns: chosenExportColumns(all, columnChoice),
    ask: (page) => askPage(page, call),
    question: filters,
  });

  return {
    ...rows,
    rowWords,
    view,
    filters,
    isFiltered: filterNames(route).some((filter) => filters[filter] !== undefined),
    clearFilters: () => {
      // The button that asked for it goes with the empty list.
      focusField([firstFilter]);
      view.filter(Object.fromEntries(filterNames(route).map((filter) => [filter, undefined])));
    },
    today,
    exporting,
    size,
    count: state.status === 'loaded' && found.length > 0 ? countWords(state.found) : undefined,
    isEmpty: state.status === 'loaded' && found.length === 0 && state.found.cursor === undefined && view.page === 1,
    sort,
    isSortedHere: isUnsorted || view.sort !== undefined,
    items: sorted,
    columns,
    look,
    choose: (chosen: Look) => {
      remember(chosen);
      if (chosen.size !== size) view.resize(chosen.size);
    },
  };
};

export type List<Item extends Row> = ReturnType<typeof useRouteList<Route, Item>>;
