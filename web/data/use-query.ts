import { skipToken, useQuery as useTanStackQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryKey, QueryState as LibraryQueryState } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Input, Output, Route } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import type { Failure } from './api-errors.ts';
import { toFailure, isOutage } from './api-errors.ts';
import type { Call } from './api.ts';
import { call, backgroundCall, readPreloadedData } from './api.ts';
import { createTimeoutSignal } from './preloaded-requests.ts';
import { useAutoRetry } from './use-auto-retry.ts';

/** Returns `isBusy`, but keeps it true for a minimum duration, so that a spinner does not flicker. */
export const useMinimumDuration = (isBusy: boolean): boolean => {
  const [isShown, setShown] = useState(isBusy);
  const busySince = useRef(0);
  if (isBusy && !isShown) setShown(true);
  useEffect(() => {
    if (isBusy) {
      busySince.current = performance.now();
      return undefined;
    }
    const remainingMs = Math.max(0, limits.web.spinnerMinimumMs - (performance.now() - busySince.current));
    const timer = setTimeout(() => setShown(false), remainingMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isShown;
};

type QueryState<Data> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly data: Data }
  | ({ readonly status: 'failed' } & Failure);

export const isSameData = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Calls routes with a signal that aborts on leaving the page or on timeout. */
export const callWithSignal =
  (signal: AbortSignal): Call =>
  (route, input) =>
    call(route, input, AbortSignal.any([signal, createTimeoutSignal()]));

export const useFailure = (error: unknown): Failure | undefined =>
  useMemo(() => (error === null ? undefined : toFailure(error)), [error]);

type ReplaceableQueryState<Data> = QueryState<Data> & {
  /** Requests again, with a loading state. */
  readonly reload: () => void;
  /** Stores the response to a change, and discards a request in progress. */
  readonly replace: (next: Data) => void;
};

export type Query<Data> = ReplaceableQueryState<Data> & {
  /**
   * Requests again without extending the session. Resolves to whether the data changed, and rejects with an AppError
   * without changing what is shown.
   */
  readonly refresh: () => Promise<boolean>;
};

/** Returns whether a query still has the data that were preloaded for the page, just before its first render. */
export const isJustPreloaded = ({
  data,
  dataUpdateCount,
  dataUpdatedAt,
}: Pick<LibraryQueryState, 'data' | 'dataUpdateCount' | 'dataUpdatedAt'>): boolean =>
  data !== undefined && dataUpdateCount === 0 && Date.now() - dataUpdatedAt < limits.web.preloadedFreshSeconds * 1000;

/** `readPreloaded` returns data that have been preloaded; undefined if there are none. */
export const useQueryState = <Data>(
  queryKey: QueryKey,
  request: ((signal: AbortSignal) => Promise<Data>) | undefined,
  readPreloaded: () => Data | undefined = () => undefined,
): ReplaceableQueryState<Data> => {
  const client = useQueryClient();
  const { data, error } = useTanStackQuery<Data>({
    queryKey,
    queryFn: request ? ({ signal }) => request(signal) : skipToken,
    initialData: readPreloaded,
    refetchOnMount: ({ state }) => !isJustPreloaded(state),
  });
  const failure = useFailure(error);
  const isLoading = useMinimumDuration(request !== undefined && data === undefined && failure === undefined);

  const getState = (): QueryState<Data> => {
    if (request === undefined) return { status: 'idle' };
    if (isLoading) return { status: 'loading' };
    if (failure) return { status: 'failed', ...failure };
    return data === undefined ? { status: 'loading' } : { status: 'loaded', data };
  };
  const reload = () => void client.resetQueries({ queryKey, exact: true });
  useAutoRetry(!isLoading && failure !== undefined && isOutage(failure.code), reload);
  const replace = (next: Data) => {
    void client.cancelQueries({ queryKey, exact: true });
    client.setQueryData<Data>(queryKey, next);
  };
  return { ...getState(), reload, replace };
};

/** Queries a route; without an input, the query is idle. */
export const useQuery = <R extends Route>(route: R, input: Input<R> | undefined): Query<Output<R>> => {
  const client = useQueryClient();
  const queryKey = [route.path, input];
  const state = useQueryState<Output<R>>(
    queryKey,
    input && ((signal) => callWithSignal(signal)(route, input)),
    () => input && readPreloadedData(route, input),
  );

  const refresh = async (): Promise<boolean> => {
    if (input === undefined) return false;
    const previous: unknown = client.getQueryData(queryKey);
    if (previous === undefined) {
      // A load in progress may have read the data before the change that this refresh is to show.
      state.reload();
      return true;
    }
    const startedAt = Date.now();
    const data = await backgroundCall(route, input);
    // Data of a request that began later, or the response to a later change, is newer than this response.
    const { data: current, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    if (current === previous || dataUpdatedAt < startedAt)
      client.setQueryData(queryKey, data, { updatedAt: startedAt });
    return client.getQueryData(queryKey) !== previous;
  };
  return { ...state, refresh };
};
