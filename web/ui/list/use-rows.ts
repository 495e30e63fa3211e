import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf, isOutage } from '#web/data/api-errors.ts';
import { call, callQuietly } from '#web/data/api.ts';
import { useSteady } from '#web/data/use-steady.ts';
import { useTryAgain } from '#web/data/use-try-again.ts';
import type { AskRows, Found, ListSize, Row } from './load-rows.ts';
import { loadRows, rowsOf } from './load-rows.ts';
import { mergeRows } from './merge-rows.ts';

type RowsState<Item> =
  | {
      readonly status: 'loading';
      /** Rows of the answers so far, in the server's order. */ readonly found: Found<Item>;
    }
  | {
      readonly status: 'loaded';
      readonly found: Found<Item>;
      /** Before the page was full or the list at its end: by the reader, or after the most calls. */ readonly isStopped: boolean;
    }
  | ({ readonly status: 'failed'; /** What was shown before. */ readonly found: Found<Item> } & Failure);

type Kept<Item> = {
  readonly asked: string;
  readonly round: number;
  readonly state: Exclude<RowsState<Item>, { status: 'loading' }>;
};

const none = { items: [] } as const;

const lastOf = async <Item extends Row>(steps: AsyncGenerator<Found<Item>>) => {
  let last: Found<Item> = none;
  for await (const step of steps) last = step;
  return last;
};

type Options<Item> = {
  /** What is asked beside size and cursor: another text, another question. */
  readonly question: string;
  readonly size: ListSize;
  readonly cursor?: string | undefined;
  readonly ask: AskRows<Item>;
  /** All that was asked for is there, or somebody was content with less. */
  readonly onLoaded?: (found: Found<Item>) => void;
  /** What a refresh in the background has changed. */
  readonly onNews?: (before: readonly Item[], after: readonly Item[]) => void;
};

/** A list's rows. `reload` asks anew, `stop` is content with what there is, `refresh` brings the shown rows up to date without a word, as far as one call can, and tells whether anything was new. */
export const useRows = <Item extends Row>({ question, size, cursor, ask, onLoaded, onNews }: Options<Item>) => {
  const [round, setRound] = useState(0);
  const [growing, setGrowing] = useState<{ readonly asked: string; readonly found: Found<Item> }>();
  const [kept, setKept] = useState<Kept<Item>>();
  const latest = useRef(kept);
  const stop = useRef(() => {});
  const asked = JSON.stringify([question, size, cursor]);

  const keep = (next: Kept<Item>) => {
    latest.current = next;
    setKept(next);
  };

  const refresh = async () => {
    const before = latest.current;
    if (before?.asked !== asked || before.state.status !== 'loaded') return false;
    const { found, isStopped } = before.state;
    const most = Math.min(rowsOf(size), limits.page.max);
    const fresh = await lastOf(loadRows({ ask: (page) => ask(page, callQuietly), size: most, cursor, mostCalls: 1 }));
    // Meanwhile something else may have been asked and answered.
    if (latest.current !== before) return true;
    const isComplete = fresh.cursor === undefined || fresh.items.length >= rowsOf(size);
    const items = mergeRows(found.items, fresh.items, isComplete);
    const next = isComplete ? fresh.cursor : found.cursor;
    if (items === found.items && next === found.cursor) return false;
    keep({
      ...before,
      state: { ...before.state, found: { items, cursor: next }, isStopped: isStopped && !isComplete },
    });
    onNews?.(found.items, items);
    return true;
  };

  const begin = useEffectEvent(() => loadRows({ ask: (page) => ask(page, call), size, cursor }));
  const endsEarly = useEffectEvent(
    (found: Found<Item>) => found.cursor !== undefined && found.items.length < rowsOf(size),
  );
  const catchUp = useEffectEvent(() => void refresh().catch(() => undefined));
  const settled = useEffectEvent((next: Kept<Item>) => {
    keep(next);
    if (next.state.status === 'loaded') onLoaded?.(next.state.found);
  });

  useEffect(() => {
    const before = latest.current?.asked === asked ? latest.current : undefined;
    // Shown again after something else stood in its place.
    if (before?.round === round) return catchUp();
    let isOver = false;
    let found: Found<Item> = none;
    const settle = (state: Kept<Item>['state']) => {
      if (isOver) return;
      isOver = true;
      settled({ asked, round, state });
    };
    const load = async () => {
      setGrowing(undefined);
      for await (found of begin()) {
        if (isOver) return;
        if (endsEarly(found)) setGrowing({ asked, found });
      }
      settle({ status: 'loaded', found, isStopped: endsEarly(found) });
    };
    stop.current = () => settle({ status: 'loaded', found, isStopped: true });
    load().catch((error: unknown) =>
      settle({ status: 'failed', ...failureOf(error), found: before?.state.found ?? none }),
    );
    return () => {
      isOver = true;
    };
  }, [asked, round]);

  const current = kept?.asked === asked ? kept : undefined;
  const isBusy = useSteady(current?.round !== round);
  const isLoading = useSteady(current === undefined);
  const state: RowsState<Item> =
    isLoading || current === undefined
      ? { status: 'loading', found: growing?.asked === asked ? growing.found : none }
      : current.state;

  const reload = () => setRound(round + 1);
  useTryAgain(!isBusy && state.status === 'failed' && isOutage(state.code), reload);

  return {
    state,
    /** Also while rows are shown and asked for anew. */
    isBusy,
    reload,
    stop: () => stop.current(),
    refresh,
  };
};
