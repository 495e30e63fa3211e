import { createContext, useContext, useEffect, useState } from 'react';
import type { createDraftAutosave } from './draft-autosave.ts';
import type { DraftKind } from './draft-kind.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { ResumeFailure, LockedDraft } from './tab-locks.ts';

export type DraftContextValue = {
  readonly kind: DraftKind;
  readonly isAdmin: boolean;
  readonly drafts: Drafts;
  /** Draft that the form resumes, or the reason why it cannot; undefined if it opened empty. */
  readonly resumeResult: LockedDraft | ResumeFailure | undefined;
  /** Id of the draft that this form is editing, once it has content. */
  readonly currentId: string | undefined;
  readonly setCurrentId: (id: string | undefined) => void;
  readonly hasStorageFailed: boolean;
  readonly setStorageFailed: (hasStorageFailed: boolean) => void;
  /** Provided by the context, so that forms without drafts do not load the function. */
  readonly openDraft: <Values>(option: DraftOptions<Values>, context: DraftContextValue) => OpenedDraft<Values>;
};

export const DraftContext = createContext<DraftContextValue | undefined>(undefined);
/** Returns the draft context; undefined for a form without drafts. */
export const useDraftContext = () => useContext(DraftContext);

export type DraftOptions<Values> = {
  readonly createValues: () => Values;
  /** Field that is filled along with others, and alone does not justify saving a draft. */
  readonly ignoredField?: keyof Values;
};

export type OpenedDraft<Values> = {
  readonly autosave: ReturnType<typeof createDraftAutosave<Values>>;
  readonly restored: Draft<Partial<Values>> | undefined;
};

/**
 * Opens the draft of the current form: its restored values and its autosave. Undefined if the form has no drafts or the
 * user is signed out.
 */
export const useFormDraft = <Values>(option: DraftOptions<Values> | undefined): OpenedDraft<Values> | undefined => {
  const context = useDraftContext();
  const [openedDraft] = useState(() => option && context?.openDraft(option, context));
  return openedDraft;
};

/** Saves the values after changes, before the page is hidden, and on unmount. */
export const useDraftAutosave = <Values>(
  openedDraft: OpenedDraft<Values> | undefined,
  values: Values,
  isTouched: boolean,
) => {
  useEffect(() => {
    if (isTouched) openedDraft?.autosave.saveLater(values);
  }, [openedDraft, values, isTouched]);

  useEffect(() => {
    if (!openedDraft) return undefined;
    addEventListener('pagehide', openedDraft.autosave.flush);
    return () => {
      removeEventListener('pagehide', openedDraft.autosave.flush);
      openedDraft.autosave.close();
    };
  }, [openedDraft]);
};
