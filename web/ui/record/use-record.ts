import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { errorCode } from '#web/data/api-errors.ts';
import type { Call } from '#web/data/api.ts';
import { call, callQuietly } from '#web/data/api.ts';
import { useSteady } from '#web/ui/steady.ts';

export type Loaded<Item> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly record: Item }
  | { readonly status: 'failed'; readonly code: ErrorCode };

const loading = { status: 'loading' } as const;

type Kept<Item> = { readonly asked: string; readonly state: Loaded<Item> };

type Options<Item> = {
  /** Another text, another record. */
  readonly question: string;
  /** Asks for it, through the caller that is handed in. */
  readonly ask: (call: Call) => Promise<Item>;
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** One record. `reload` asks for it anew, `refresh` brings it up to date without a word and tells whether anything was new, `replace` takes what a change has answered. */
export const useRecord = <Item>({ question, ask }: Options<Item>) => {
  const [round, setRound] = useState(0);
  const [kept, setKept] = useState<Kept<Item>>();
  const latest = useRef(kept);
  const asked = JSON.stringify([question, round]);

  const keep = (next: Kept<Item>) => {
    latest.current = next;
    setKept(next);
  };

  const begin = useEffectEvent(() => ask(call));
  const settled = useEffectEvent(keep);
  useEffect(() => {
    let isOver = false;
    const settle = (state: Loaded<Item>) => {
      if (!isOver) settled({ asked, state });
    };
    begin().then(
      (record) => settle({ status: 'loaded', record }),
      (error: unknown) => settle({ status: 'failed', code: errorCode(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [asked]);

  const replace = (record: Item) => keep({ asked, state: { status: 'loaded', record } });

  const refresh = async () => {
    const before = latest.current;
    const fresh = await ask(callQuietly);
    // Meanwhile it may have been changed here, and this answer be older than that.
    if (latest.current !== before) return true;
    // What stayed as it was is not rendered anew: it may be a return of a thousand lines.
    if (before?.state.status === 'loaded' && isSame(before.state.record, fresh)) return false;
    replace(fresh);
    return true;
  };

  const state: Loaded<Item> = kept?.asked === asked ? kept.state : loading;
  const isShownLoading = useSteady(state === loading);
  return { state: isShownLoading ? loading : state, reload: () => setRound(round + 1), refresh, replace };
};
