import { skipToken, useQuery as useTanStackQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { Input, Route } from '#shared/route.ts';
import type { Failure } from './api-errors.ts';
import { failureOf, isOutage } from './api-errors.ts';
import type { Call } from './api.ts';
import { call, backgroundCall } from './api.ts';
import { whileAnswersCome } from './asked-early.ts';
import { useAutoRetry } from './use-auto-retry.ts';

/** Lets a spinner that showed stay a moment, so that nothing flickers. */
export const useMinimumDuration = (isBusy: boolean): boolean => {
  const [isShown, setShown] = useState(isBusy);
  const since = useRef(0);
  if (isBusy && !isShown) setShown(true);
  useEffect(() => {
    if (isBusy) {
      since.current = performance.now();
      return undefined;
    }
    const rest = Math.max(0, limits.web.spinnerMinimumMs - (performance.now() - since.current));
    const timer = setTimeout(() => setShown(false), rest);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isShown;
};

export type QueryState<Data> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly data: Data }
  | ({ readonly status: 'failed' } & Failure);

export const isSameData = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const callUntil =
  (left: AbortSignal): Call =>
  (route, input) =>
    call(route, input, AbortSignal.any([left, whileAnswersCome()]));

export const useFailure = (error: unknown): Failure | undefined =>
  useMemo(() => (error === null ? undefined : failureOf(error)), [error]);

/** `reload` asks again, as on the first time; `replace` takes what a change has answered, newer than what is under way. */
export const useAsked = <Data>(queryKey: QueryKey, ask: ((left: AbortSignal) => Promise<Data>) | undefined) => {
  const client = useQueryClient();
  const { data, error } = useTanStackQuery<Data>({ queryKey, queryFn: ask ? ({ signal }) => ask(signal) : skipToken });
  const failure = useFailure(error);
  const isLoading = useMinimumDuration(ask !== undefined && data === undefined && failure === undefined);

  const current = (): QueryState<Data> => {
    if (ask === undefined) return { status: 'idle' };
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
  return { ...current(), reload, replace };
};

/** `refresh` prolongs no session, tells whether anything was new, and rejects with an AppError that changes nothing shown. */
export const useQuery = <R extends Route>(route: R, input: Input<R> | undefined) => {
  const client = useQueryClient();
  const queryKey = [route.path, input];
  const asked = useAsked(queryKey, input && ((left) => callUntil(left)(route, input)));

  const refresh = async (): Promise<boolean> => {
    if (input === undefined) return false;
    const before: unknown = client.getQueryData(queryKey);
    const data = await backgroundCall(route, input);
    // Meanwhile it may have been changed here, and this answer be older than that.
    if (client.getQueryData(queryKey) === before) client.setQueryData(queryKey, data);
    return client.getQueryData(queryKey) !== before;
  };
  return { ...asked, refresh };
};
