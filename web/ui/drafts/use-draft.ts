import { useEffect, useState, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { browserClock } from '#web/browser/clock.ts';
import { createStore } from '#web/browser/store.ts';
import { claims } from './claims.ts';
import { useDraftContext } from './draft-context.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import type { Draft, TakenDraft } from './drafts.ts';

const discarded = createStore<readonly TakenDraft[]>([]);

const without = (draft: TakenDraft) => discarded.get().filter(({ key }) => key !== draft.key);

/** Drafts that were just discarded: they can be put back while one stays on the page. */
export const discardedDrafts = {
  get: discarded.get,
  subscribe: discarded.subscribe,
  add: (draft: TakenDraft) => discarded.set([...without(draft), draft]),
  /** False where the browser has no more room: then it stays here. */
  putBack: (draft: TakenDraft): boolean => {
    const isBack = draft.putBack();
    if (isBack) discarded.set(without(draft));
    return isBack;
  },
  forget: () => discarded.set([]),
};

export type DraftOption<Values> = {
  /** The form with nothing filled in, and an id of its own. */
  readonly fresh: () => Values;
  /** What comes along with what is typed, and is nothing to come back for by itself. */
  readonly beside?: keyof Values;
};

/** Whether the browser refused to keep what was typed last in the form that is open. */
const isRefused = createStore(false);
export const useDraftIsRefused = () => useSyncExternalStore(isRefused.subscribe, isRefused.get);

type Opened<Values> = {
  readonly keeper: ReturnType<typeof createDraftKeeper<Values>>;
  readonly restored: Draft<Partial<Values>> | undefined;
};

/** The draft of the form that opens now: what it was restored from, and its keeper. Nothing where the form keeps none or nobody is signed in. */
export const useOpenedDraft = <Values>(option: DraftOption<Values> | undefined): Opened<Values> | undefined => {
  const opening = useDraftContext();
  const [opened] = useState(() => {
    if (!option || !opening) return undefined;
    const { kind, isAdmin, resumed, drafts, nameOwn, setOwn } = opening;
    // The form of a kind has its fields. The id is an idempotency key: sending again after a reload is a replay.
    const kept = kind.kept(isAdmin) as z.ZodMiniType<Partial<Values> & { readonly id: string }>;
    const textOf = (values: Partial<Values>) =>
      JSON.stringify({ ...values, id: undefined, ...(option.beside && { [option.beside]: undefined }) });
    const blank = kept.safeParse(option.fresh()).data;
    return {
      restored: resumed?.slot.read(kept),
      keeper: createDraftKeeper<Values>({
        drafts,
        claims,
        resumed,
        kept,
        isWorthIt: (values) => blank === undefined || textOf(values) !== textOf(blank),
        clock: browserClock,
        onWritten: (isKept) => isRefused.set(!isKept),
        onBegin: nameOwn,
        onOwn: setOwn,
      }),
    };
  });
  return opened;
};

/** Keeps what is typed in the form that opened, once something was. */
export const useKeptDraft = <Values>(opened: Opened<Values> | undefined, values: Values, isTouched: boolean) => {
  useEffect(() => {
    if (isTouched) opened?.keeper.later(values);
  }, [opened, values, isTouched]);

  useEffect(() => {
    if (!opened) return undefined;
    addEventListener('pagehide', opened.keeper.now);
    return () => {
      removeEventListener('pagehide', opened.keeper.now);
      opened.keeper.leave();
      isRefused.set(false);
    };
  }, [opened]);
};
