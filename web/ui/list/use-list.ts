import { useEffect, useEffectEvent, useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { ListColumn } from './data-table.tsx';
import type { Look } from './list-look.tsx';
import type { ListViewState } from './list-view.ts';
import type { AskRows, Found, Row } from './load-rows.ts';
import { chosenColumns, useRememberedList } from './remembered-list.ts';
import type { Sort } from './sort-rows.ts';
import { sortRows } from './sort-rows.ts';
import { useRows } from './use-rows.ts';

type Options<Item> = {
  /** Under which it is remembered how somebody likes this list, and its rows are counted. */
  readonly name: 'repairs' | 'returns' | 'users' | 'userAudit';
  readonly view: ListViewState;
  /** The same array as long as they are the same columns. */
  readonly columns: readonly ListColumn<Item>[];
  /** How the server sorts. */
  readonly defaultSort: Sort;
  /** Whether what is asked now comes in another order than that, and only the rows of a page are sorted. */
  readonly isUnsorted?: boolean;
  /** What is asked beside page and size: another text, another question. */
  readonly question: string;
  readonly ask: AskRows<Item>;
  /** What a refresh in the background has changed. */
  readonly onNews?: (before: readonly Item[], after: readonly Item[]) => void;
};

const nothing = [] as const;

/** A list: the rows that its address asks for, sorted. `refresh` brings them up to date without a word. */
export const useList = <Item extends Row>({
  name,
  view,
  columns,
  defaultSort,
  isUnsorted = false,
  question,
  ask,
  onNews,
}: Options<Item>) => {
  const { t, locale } = useTexts();
  const [remembered, remember] = useRememberedList(name);
  const size = view.size ?? remembered.size ?? limits.page.default;
  const cursor = size === 'all' ? undefined : view.cursor;

  /** A number of rows in words: 25 repairs. */
  const rowWords = (count: number) => t(`list.count.${name}`, { count });
  /** How many rows there are, as far as is known; behind a page that was stopped, or a longer one of a search, nobody knows. */
  const countWords = ({ items: { length }, cursor: next }: Found<Item>) => {
    const before = size === 'all' ? 0 : (view.page - 1) * size;
    const words = rowWords(before + length);
    if (!view.areFull) return undefined;
    return next === undefined ? words : t('list.soFar', { rows: words });
  };

  const rows = useRows({
    question,
    size,
    cursor,
    ask,
    onLoaded: (loaded) => {
      const { length } = loaded.items;
      const words = countWords(loaded) ?? t('list.soFar', { rows: rowWords(length) });
      announce(length > 0 || loaded.cursor !== undefined ? words : t('list.nothing'));
    },
    ...(onNews && { onNews }),
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

  const { column = defaultSort.column, isDescending = defaultSort.isDescending } = view.sort ?? {};
  const sort = useMemo(() => ({ column, isDescending }), [column, isDescending]);
  const sorted = useMemo(() => {
    const by = columns.find(({ id }) => id === sort.column);
    return by === undefined ? found : sortRows(found, by.order ?? by.text, sort.isDescending, locale);
  }, [found, columns, sort, locale]);

  return {
    ...rows,
    rowWords,
    view,
    size,
    /** How many rows there are, as far as is known. */
    count: state.status === 'loaded' && found.length > 0 ? countWords(state.found) : undefined,
    /** Known to have no row at all. */
    isEmpty: state.status === 'loaded' && found.length === 0 && state.found.cursor === undefined && view.page === 1,
    sort,
    /** Whether only the rows that show are in this order. */
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

export type List<Item extends Row> = ReturnType<typeof useList<Item>>;
