import { useEffect, useEffectEvent, useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { ListColumn } from './list-column.ts';
import type { AskRows, ListSize, Row } from './load-rows.ts';
import type { ColumnChoice } from './remembered-list.ts';
import { chosenColumns } from './remembered-list.ts';
import type { Sort } from './sort-rows.ts';
import { sortRows } from './sort-rows.ts';
import type { Waiting } from './tell-news.ts';
import { tellNews } from './tell-news.ts';
import type { ListViewState } from './use-list-view.ts';
import { useRefreshWhilePending } from './use-refresh-while-pending.ts';
import { useRememberedList } from './use-remembered-list.ts';
import { useRows } from './use-rows.ts';

type Options<Item> = {
  /** Under which it is remembered how somebody likes this list. */
  readonly name: string;
  readonly view: ListViewState;
  /** The same array as long as they are the same columns. */
  readonly columns: readonly ListColumn<Item>[];
  /** How the server sorts. */
  readonly defaultSort: Sort;
  /** What is asked beside page and size: another text, another question. */
  readonly question: string;
  readonly ask: AskRows<Item>;
  // Without them no row waits for news.
} & Partial<Waiting<Item>>;

const nothing = [] as const;
const never = () => false;
const noWords = () => undefined;

/** A list of submitted records: the rows that its address asks for, sorted, and kept up to date while one is pending. */
export const useList = <Item extends Row>({
  name,
  view,
  columns,
  defaultSort,
  question,
  ask,
  isPending = never,
  newsOf = noWords,
}: Options<Item>) => {
  const { t, locale } = useTexts();
  const [remembered, remember] = useRememberedList(name);
  const size = view.size ?? remembered.size ?? limits.page.default;
  const cursor = size === 'all' ? undefined : view.cursor;

  const rows = useRows({
    question,
    size,
    cursor,
    ask,
    onLoaded: ({ length: count }) => announce(count === 0 ? t('list.nothing') : t('list.count', { count })),
    onNews: (before, after) => tellNews({ isPending, newsOf }, before, after),
  });
  const { state } = rows;
  const found: readonly Item[] = state.status === 'loading' ? nothing : state.found.items;
  useRefreshWhilePending({ isPending: found.some(isPending), refresh: rows.refresh });

  // A cursor that the server refuses was written by hand, or is of other times: the list begins at the first page.
  const isLost = state.status === 'failed' && state.code === 'InvalidParameterException' && cursor !== undefined;
  const startOver = useEffectEvent(view.startOver);
  useEffect(() => {
    if (isLost) startOver();
  }, [isLost]);

  const { column = defaultSort.column, isDescending = defaultSort.isDescending } = view.sort ?? {};
  const sort = useMemo(() => ({ column, isDescending }), [column, isDescending]);
  const sorted = useMemo(() => {
    const by = columns.find(({ id }) => id === sort.column);
    return by === undefined ? found : sortRows(found, by.order ?? by.text, sort.isDescending, locale);
  }, [found, columns, sort, locale]);

  return {
    ...rows,
    view,
    size,
    sort,
    items: sorted,
    columns,
    columnChoice: useMemo(() => chosenColumns(columns, remembered.columns), [columns, remembered.columns]),
    chooseColumns: (chosen: readonly ColumnChoice[]) => remember({ columns: chosen }),
    resize: (rowsPerPage: ListSize) => {
      remember({ size: rowsPerPage });
      view.resize(rowsPerPage);
    },
  };
};

export type List<Item extends Row> = ReturnType<typeof useList<Item>>;
