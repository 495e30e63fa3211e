import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf, isOutage } from '#web/data/api-errors.ts';
import type { Call } from '#web/data/api.ts';
import { backgroundCall } from '#web/data/api.ts';
import { useAutoRetry } from '#web/data/use-auto-retry.ts';
import { callUntil, isSameData, useMinimumDuration } from '#web/data/use-query.ts';
import type { AskRows, Found, ListSize, Row } from './load-rows.ts';
import { loadRows, rowKey, rowsOf } from './load-rows.ts';

/** `found` are the rows of the answers so far, in the server's order; of a failure what was shown before. */
type RowsState<Item> = { readonly found: Found<Item> } & (
  | { readonly status: 'loading' }
  /** Stopped: by the reader, before the page was full or the list at its end. */
  | { readonly status: 'loaded'; readonly isStopped: boolean }
  | ({ readonly status: 'failed' } & Failure)
);

const none: Found<never> = { items: [] };

/** Rows that stayed as they were stay the same objects. Unless `isComplete`, what follows the last row known to both stays. */
export const mergeRows = <Item extends Row>(
  shown: readonly Item[],
  fresh: readonly Item[],
  isComplete: boolean,
): readonly Item[] => {
  const known = new Map(shown.map((row) => [rowKey(row), row]));
  const asked = new Set(fresh.map(rowKey));
  const beginning = fresh.map((row) => {
    const before = known.get(rowKey(row));
    return before !== undefined && isSameData(before, row) ? before : row;
  });
  const rest = isComplete ? [] : shown.slice(shown.findLastIndex((row) => asked.has(rowKey(row))) + 1);
  const merged = [...beginning, ...rest];
  return merged.length === shown.length && merged.every((row, index) => row === shown[index]) ? shown : merged;
};

type Options<Item> = {
  readonly question: unknown;
  readonly size: ListSize;
  readonly cursor?: string | undefined;
  readonly ask: AskRows<Item>;
  readonly onLoaded?: ((found: Found<Item>) => void) | undefined;
  readonly onNews?: ((before: readonly Item[], after: readonly Item[]) => void) | undefined;
};

/** A list's rows. `reload` asks anew, `stop` is content with what there is, `refresh` brings the shown rows up to date without a word, as far as one call can, and tells whether anything was new. */
export const useRows = <Item extends Row>({ question, size, cursor, ask, onLoaded, onNews }: Options<Item>) => {
  const client = useQueryClient();
  const queryKey = ['rows', question, size, cursor];
  const get = () => client.getQueryData<RowsState<Item>>(queryKey);
  const set = (rows: RowsState<Item>) => client.setQueryData(queryKey, rows);
  const askBy = (by: Call) => loadRows({ ask: (page) => ask(page, by), size, cursor });

  const { data, isFetching, refetch } = useQuery<RowsState<Item>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = get();
      let found: Found<Item> = none;
      try {
        for await (found of askBy(callUntil(signal))) {
          signal.throwIfAborted();
          const goesOn = found.cursor !== undefined && found.items.length < rowsOf(size);
          if (goesOn && before === undefined) set({ status: 'loading', found });
        }
      } catch (error) {
        signal.throwIfAborted();
        // Not thrown: rows and failure stay in view while they are asked for again.
        return { status: 'failed', ...failureOf(error), found: before?.found ?? none };
      }
      onLoaded?.(found);
      return { status: 'loaded', found, isStopped: false };
    },
    // Rows that show again after something else stood in their place are caught up with by one call.
    refetchOnMount: ({ state }) => state.data?.status !== 'loaded',
    // mergeRows keeps the rows that stayed as they were.
    structuralSharing: false,
  });

  const stop = () => {
    const { found = none } = get() ?? {};
    void client.cancelQueries({ queryKey, exact: true });
    set({ status: 'loaded', found, isStopped: true });
    onLoaded?.(found);
  };

  const refresh = async () => {
    const before = get();
    if (before?.status !== 'loaded') return false;
    const { found, isStopped } = before;
    const { value: fresh = none } = await askBy(backgroundCall).next();
    // Meanwhile something else may have been asked and answered.
    if (get() !== before) return true;
    const isComplete = fresh.cursor === undefined || fresh.items.length >= rowsOf(size);
    const items = mergeRows(found.items, fresh.items, isComplete);
    const next = isComplete ? fresh.cursor : found.cursor;
    if (items === found.items && next === found.cursor) return false;
    set({ status: 'loaded', found: { items, cursor: next }, isStopped: isStopped && !isComplete });
    onNews?.(found.items, items);
    return true;
  };
  const catchUp = useEffectEvent(() => void refresh().catch(() => undefined));
  useEffect(() => catchUp(), []);

  const isBusy = useMinimumDuration(isFetching);
  const isLoading = useMinimumDuration(data === undefined || data.status === 'loading');
  const growing = data?.status === 'loading' ? data.found : none;
  const state: RowsState<Item> = isLoading || data === undefined ? { status: 'loading', found: growing } : data;
  const reload = () => void refetch();
  useAutoRetry(!isBusy && state.status === 'failed' && isOutage(state.code), reload);

  return {
    state,
    isBusy,
    reload,
    stop,
    refresh,
  };
};
