import { createContext, useContext, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { Missed, OwnDraft } from './claims.ts';
import { claims } from './claims.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import type { DraftKind } from './draft-kind.ts';
import { nameInAddress } from './draft-kind.ts';
import type { Draft, Drafts } from './drafts.ts';

export type DraftOpening = {
  readonly kind: DraftKind;
  readonly isAdmin: boolean;
  readonly drafts: Drafts;
  /** The draft that it goes on with, or why it does not; undefined where it opened empty. */
  readonly found: OwnDraft | Missed | undefined;
  /** The draft that is being filled in here, as soon as there is something in it. */
  readonly ownId: string | undefined;
  readonly setOwn: (id: string | undefined) => void;
  readonly isRefused: boolean;
  readonly setRefused: (isRefused: boolean) => void;
};

export const DraftContext = createContext<DraftOpening | undefined>(undefined);
/** Undefined for a form that keeps no drafts. */
export const useDraftContext = () => useContext(DraftContext);

export type DraftOption<Values> = {
  readonly fresh: () => Values;
  /** What comes along with what is typed, and is nothing to come back for by itself. */
  readonly beside?: keyof Values;
};

type Opened<Values> = {
  readonly keeper: ReturnType<typeof createDraftKeeper<Values>>;
  readonly restored: Draft<Partial<Values>> | undefined;
};

/** The draft of the form that opens now: what it was restored from, and its keeper. Nothing where the form keeps none or nobody is signed in. */
export const useOpenedDraft = <Values>(option: DraftOption<Values> | undefined): Opened<Values> | undefined => {
  const opening = useDraftContext();
  const [opened] = useState(() => {
    if (!option || !opening) return undefined;
    const { kind, isAdmin, found, drafts, setOwn, setRefused } = opening;
    const resumed = typeof found === 'string' ? undefined : found;
    // The form of a kind has its fields.
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
        after: (milliseconds, work) => {
          const timer = setTimeout(work, milliseconds);
          return () => clearTimeout(timer);
        },
        onWritten: (isKept) => setRefused(!isKept),
        onBegin: nameInAddress,
        onOwn: setOwn,
      }),
    };
  });
  return opened;
};

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
    };
  }, [opened]);
};
