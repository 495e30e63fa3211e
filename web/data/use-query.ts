import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Input, Output, Route } from '#shared/route.ts';
import type { Failure } from './api-errors.ts';
import { failureOf, isOutage } from './api-errors.ts';
import { call, callQuietly } from './api.ts';
import { useSteady } from './use-steady.ts';
import { useTryAgain } from './use-try-again.ts';

type Answer<Data> = { readonly status: 'loaded'; readonly data: Data } | ({ readonly status: 'failed' } & Failure);

/** Where a question to the server stands. Idle: nothing is asked. */
export type QueryState<Data> = { readonly status: 'idle' } | { readonly status: 'loading' } | Answer<Data>;

/** Whether two answers of the server say the same. */
export const isSameData = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type Kept<Data> = { readonly key: string; readonly answer: Answer<Data> };

/**
 * Asks a route of the table whenever its input changes; nothing while there is none. Stale answers are ignored.
 * - `reload` asks again, as on the first time.
 * - `refresh` asks in the background, where no session is prolonged: the same data stay the same object, and it tells whether
 *   anything was new. Rejects with an AppError, which changes nothing that is shown.
 * - `replace` takes what a change has answered.
 */
export const useQuery = <R extends Route>(route: R, input: Input<R> | undefined) => {
  const [round, setRound] = useState(0);
  const [kept, setKept] = useState<Kept<Output<R>>>();
  /** As `kept`, but known at once: several answers may come in before anything is rendered. */
  const latest = useRef(kept);
  const key = input === undefined ? undefined : JSON.stringify([route.path, input, round]);
  const wanted = useRef(key);

  const keep = (next: Kept<Output<R>>) => {
    // Stale: something else is wanted by now.
    if (next.key !== wanted.current) return;
    latest.current = next;
    setKept(next);
  };
  const ask = useEffectEvent(() => call(route, input as Input<R>));
  const keepAnswer = useEffectEvent(keep);

  useEffect(() => {
    // What hides a page for a while (React's Activity) runs its effects again: that is no other question.
    const isAnswered = wanted.current === key && latest.current?.key === key;
    wanted.current = key;
    if (key === undefined || isAnswered) return;
    const before = latest.current;
    const take = (answer: Answer<Output<R>>) => {
      // What a change has answered meanwhile is newer.
      if (latest.current === before) keepAnswer({ key, answer });
    };
    ask().then(
      (data) => take({ status: 'loaded', data }),
      (error: unknown) => take({ status: 'failed', ...failureOf(error) }),
    );
  }, [key]);

  const replace = (data: Output<R>) => {
    if (key !== undefined) keep({ key, answer: { status: 'loaded', data } });
  };

  const refresh = async (): Promise<boolean> => {
    if (input === undefined) return false;
    const before = latest.current;
    const data = await callQuietly(route, input);
    // Meanwhile it may have been changed here, and this answer be older than that.
    if (latest.current !== before) return true;
    if (before?.answer.status === 'loaded' && isSameData(before.answer.data, data)) return false;
    replace(data);
    return true;
  };

  const answer = kept !== undefined && kept.key === key ? kept.answer : undefined;
  const isLoading = useSteady(key !== undefined && answer === undefined);
  const state: QueryState<Output<R>> =
    key === undefined ? { status: 'idle' } : isLoading || answer === undefined ? { status: 'loading' } : answer;
  const reload = () => setRound(round + 1);
  useTryAgain(state.status === 'failed' && isOutage(state.code), reload);
  return { ...state, reload, refresh, replace };
};
