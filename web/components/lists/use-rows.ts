import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { toFailure, isOutage } from '#web/data/api-errors.ts';
import type { Call } from '#web/data/api.ts';
import { backgroundCall } from '#web/data/api.ts';
import { useAutoRetry } from '#web/data/use-auto-retry.ts';
import { callWithSignal, isJustPreloaded, isSameData, useMinimumDuration } from '#web/data/use-query.ts';
import type { RequestRows, FoundRows, ListSize, ReadPreloadedRows, Row } from './load-rows.ts';
import { findPreloadedPage, loadRows, toRowKey, toRowCount } from './load-rows.ts';

/** State of the rows. `found` has the rows loaded so far in the server's order or, after a failure, the previous rows. */
type RowsState<Item> = { readonly found: FoundRows<Item> } & (
  | { readonly status: 'loading' }
  /** `isStopped` is true if the user stopped loading before the page was full or the list complete. */
  | { readonly status: 'loaded'; readonly isStopped: boolean }
  | ({ readonly status: 'failed' } & Failure)
);

const emptyRows: FoundRows<never> = { items: [] };

/**
 * Merges the rows of a response into the shown ones; unchanged rows stay the same objects. Unless `isComplete`, rows after the last
 * one known to both are kept.
 */
export const mergeRows = <Item extends Row>(
  shownRows: readonly Item[],
  responseRows: readonly Item[],
  isComplete: boolean,
): readonly Item[] => {
  const shownByKey = new Map(shownRows.map((row) => [toRowKey(row), row]));
  const responseKeys = new Set(responseRows.map(toRowKey));
  const updatedRows = responseRows.map((row) => {
    const previous = shownByKey.get(toRowKey(row));
    return previous !== undefined && isSameData(previous, row) ? previous : row;
  });
  const remainingRows = isComplete
    ? []
    : shownRows.slice(shownRows.findLastIndex((row) => responseKeys.has(toRowKey(row))) + 1);
  const mergedRows = [...updatedRows, ...remainingRows];
  return mergedRows.length === shownRows.length && mergedRows.every((row, index) => row === shownRows[index])
    ? shownRows
    : mergedRows;
};

type Options<Item> = {
  readonly query: unknown;
  readonly size: ListSize;
  readonly cursor?: string | undefined;
  readonly requestRows: RequestRows<Item>;
  readonly readPreloadedRows?: ReadPreloadedRows<Item>;
  readonly onLoaded?: ((foundRows: FoundRows<Item>) => void) | undefined;
  readonly onChange?: ((previousItems: readonly Item[], nextItems: readonly Item[]) => void) | undefined;
};

/** Rows of a list. */
export type Rows<Item> = {
  readonly state: RowsState<Item>;
  readonly isBusy: boolean;
  /** Requests the rows again. */
  readonly reload: () => void;
  /** Stops loading, and keeps the rows loaded so far. */
  readonly stop: () => void;
  /** Updates the shown rows silently with one call, and resolves to whether they changed. */
  readonly refresh: () => Promise<boolean>;
};

export const useRows = <Item extends Row>({
  query,
  size,
  cursor,
  requestRows,
  readPreloadedRows = () => undefined,
  onLoaded,
  onChange,
}: Options<Item>): Rows<Item> => {
  const client = useQueryClient();
  const queryKey = ['rows', query, size, cursor];
  const getState = () => client.getQueryData<RowsState<Item>>(queryKey);
  const setState = (rows: RowsState<Item>) => client.setQueryData(queryKey, rows);
  const loadPageRows = (callRoute: Call) =>
    loadRows({ requestPage: (page) => requestRows(page, callRoute), size, cursor });

  const { data, isFetching, refetch } = useQuery<RowsState<Item>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const previous = getState();
      let found: FoundRows<Item> = emptyRows;
      try {
        for await (found of loadPageRows(callWithSignal(signal))) {
          signal.throwIfAborted();
          const isIncomplete = found.cursor !== undefined && found.items.length < toRowCount(size);
          if (isIncomplete && previous === undefined) setState({ status: 'loading', found });
        }
      } catch (error) {
        signal.throwIfAborted();
        // The failure is returned, not thrown, so that it and the rows stay visible while the list reloads.
        return { status: 'failed', ...toFailure(error), found: previous?.found ?? emptyRows };
      }
      onLoaded?.(found);
      return { status: 'loaded', found, isStopped: false };
    },
    initialData: () => {
      const found = findPreloadedPage(readPreloadedRows, { size, cursor });
      return found && { status: 'loaded', found, isStopped: false };
    },
    // A loaded list that is mounted again is updated by `refresh`, which needs only one call.
    refetchOnMount: ({ state }) => state.data?.status !== 'loaded',
    // mergeRows preserves unchanged rows.
    structuralSharing: false,
  });

  const stop = () => {
    const { found = emptyRows } = getState() ?? {};
    void client.cancelQueries({ queryKey, exact: true });
    setState({ status: 'loaded', found, isStopped: true });
    onLoaded?.(found);
  };

  const refresh = async () => {
    const previous = getState();
    if (previous?.status !== 'loaded') return false;
    const { found, isStopped } = previous;
    const { value: responseRows = emptyRows } = await loadPageRows(backgroundCall).next();
    // The response to another request may have arrived in the meantime.
    if (getState() !== previous) return true;
    const isComplete = responseRows.cursor === undefined || responseRows.items.length >= toRowCount(size);
    const items = mergeRows(found.items, responseRows.items, isComplete);
    const nextCursor = isComplete ? responseRows.cursor : found.cursor;
    if (items === found.items && nextCursor === found.cursor) return false;
    setState({ status: 'loaded', found: { items, cursor: nextCursor }, isStopped: isStopped && !isComplete });
    onChange?.(found.items, items);
    return true;
  };
  const reload = () => void refetch();
  const wasShown = useRef(false);
  const updateWhenShown = useEffectEvent(() => {
    const shownQuery = client.getQueryState<RowsState<Item>>(queryKey);
    if (!wasShown.current && shownQuery?.data && isJustPreloaded(shownQuery)) onLoaded?.(shownQuery.data.found);
    // A list that is shown again may be outdated, so it reloads if the refresh fails, which shows a failure.
    else void refresh().catch(reload);
    wasShown.current = true;
  });
  useEffect(() => updateWhenShown(), []);

  const isBusy = useMinimumDuration(isFetching);
  const isLoading = useMinimumDuration(data === undefined || data.status === 'loading');
  const loadingRows = data?.status === 'loading' ? data.found : emptyRows;
  const state: RowsState<Item> = isLoading || data === undefined ? { status: 'loading', found: loadingRows } : data;
  useAutoRetry(!isBusy && state.status === 'failed' && isOutage(state.code), reload);

  return {
    state,
    isBusy,
    reload,
    stop,
    refresh,
  };
};
