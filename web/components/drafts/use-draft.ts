import { createContext, useContext, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { createDraftKeeper } from './draft-autosave.ts';
import type { DraftKind } from './draft-kind.ts';
import { nameInAddress } from './draft-kind.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { Missed, OwnDraft } from './tab-locks.ts';
import { claims } from './tab-locks.ts';

export type DraftOpening = {
  readonly kind: DraftKind;
  readonly isAdmin: boolean;
  readonly drafts: Drafts;
  /** Draft that the form resumes, or the reason why it cannot; undefined if it opened empty. */
  readonly found: OwnDraft | Missed | undefined;
  /** Id of the draft that this form is editing, once it has content. */
  readonly ownId: string | undefined;
  readonly setOwn: (id: string | undefined) => void;
  readonly isRefused: boolean;
  readonly setRefused: (isRefused: boolean) => void;
};

export const DraftContext = createContext<DraftOpening | undefined>(undefined);
/** Returns the draft context; undefined for a form without drafts. */
export const useDraftContext = () => useContext(DraftContext);

export type DraftOption<Values> = {
  readonly fresh: () => Values;
  /** Field that is filled along with others, and alone does not justify saving a draft. */
  readonly beside?: keyof Values;
};

type OpenedDraft<Values> = {
  readonly keeper: ReturnType<typeof createDraftKeeper<Values>>;
  readonly restored: Draft<Partial<Values>> | undefined;
};

/**
 * Opens the draft of the current form: its restored values and its autosave. Undefined if the form has no drafts or the
 * user is signed out.
 */
export const useOpenedDraft = <Values>(option: DraftOption<Values> | undefined): OpenedDraft<Values> | undefined => {
  const context = useDraftContext();
  const [openedDraft] = useState(() => {
    if (!option || !context) return undefined;
    const { kind, isAdmin, found: resumable, drafts, setOwn, setRefused } = context;
    const resumed = typeof resumable === 'string' ? undefined : resumable;
    // The schema belongs to the form of this kind.
    const schema = kind.kept(isAdmin) as z.ZodMiniType<Partial<Values> & { readonly id: string }>;
    const serialize = (values: Partial<Values>) =>
      JSON.stringify({ ...values, id: undefined, ...(option.beside && { [option.beside]: undefined }) });
    const blank = schema.safeParse(option.fresh()).data;
    return {
      restored: resumed?.slot.read(schema),
      keeper: createDraftKeeper<Values>({
        drafts,
        claims,
        resumed,
        kept: schema,
        isWorthIt: (values) => blank === undefined || serialize(values) !== serialize(blank),
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
  return openedDraft;
};

/** Saves the values as they change, before the page is hidden and on unmount. */
export const useKeptDraft = <Values>(
  openedDraft: OpenedDraft<Values> | undefined,
  values: Values,
  isTouched: boolean,
) => {
  useEffect(() => {
    if (isTouched) openedDraft?.keeper.later(values);
  }, [openedDraft, values, isTouched]);

  useEffect(() => {
    if (!openedDraft) return undefined;
    addEventListener('pagehide', openedDraft.keeper.now);
    return () => {
      removeEventListener('pagehide', openedDraft.keeper.now);
      openedDraft.keeper.leave();
    };
  }, [openedDraft]);
};
