import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { browserClock } from '#web/browser/clock.ts';
import { createStore } from '#web/browser/store.ts';
import { useSession } from '#web/session/session-store.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { drafts } from './drafts.ts';
import type { Draft } from './drafts.ts';

export type DraftOption<Values> = {
  /** Tells this form's drafts from others'. */
  readonly name: string;
  /** What of the form is kept. What it doesn't name, such as a confirmation, never leaves memory. */
  readonly kept: z.ZodMiniType<Partial<Values>>;
  /** The field that tells one sending from the next. It belongs to the draft, so that sending again after a reload is a replay. */
  readonly identity: keyof Values & string;
  /** The form with nothing filled in, and an identity of its own. */
  readonly fresh: () => Values;
};

const textOf = <Values>(values: Partial<Values>, { identity }: DraftOption<Values>) =>
  JSON.stringify({ ...values, [identity]: undefined });

/** Whether the browser refused to keep what was typed last in the form that is open. */
const isRefused = createStore(false);
export const useDraftIsRefused = () => useSyncExternalStore(isRefused.subscribe, isRefused.get);

type Opened<Values> = {
  readonly keeper: ReturnType<typeof createDraftKeeper<Values>>;
  readonly key: string;
  readonly restored: Draft<Partial<Values>> | undefined;
};

/** The draft of the form that opens now: what it was restored from, and its keeper. Nothing where the form has none or nobody is signed in. */
export const useOpenedDraft = <Values>(option: DraftOption<Values> | undefined): Opened<Values> | undefined => {
  const session = useSession();
  // Whoever opened the form owns what is typed, also after the session has ended.
  const [opened] = useState(() => {
    if (!option || !session) return undefined;
    const slot = drafts.slot({ region: session.region, email: session.email, form: option.name });
    const blank = option.kept.safeParse(option.fresh()).data;
    const isWorthIt = (values: Partial<Values>) =>
      blank === undefined || textOf(values, option) !== textOf(blank, option);
    return {
      key: slot.key,
      restored: slot.read(option.kept),
      keeper: createDraftKeeper<Values>({
        slot,
        kept: option.kept,
        isWorthIt,
        clock: browserClock,
        onWritten: (isKept) => isRefused.set(!isKept),
      }),
    };
  });
  return opened;
};

type Keeping<Values> = {
  readonly opened: Opened<Values> | undefined;
  readonly values: Values;
  /** Whether something was typed since the form opened. */
  readonly isTouched: boolean;
  /** Another tab has sent the draft, or discarded it. */
  readonly onGone: () => void;
};

/** Keeps what is typed in the form that opened. */
export const useKeptDraft = <Values>({ opened, values, isTouched, onGone }: Keeping<Values>) => {
  useEffect(() => {
    if (isTouched) opened?.keeper.later(values);
  }, [opened, values, isTouched]);

  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!opened) return undefined;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === opened.key && newValue === null) gone();
    };
    addEventListener('pagehide', opened.keeper.now);
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('pagehide', opened.keeper.now);
      removeEventListener('storage', onStorage);
      opened.keeper.now();
      isRefused.set(false);
    };
  }, [opened]);
};
