import type * as z from 'zod/mini';
import { createDraftAutosave } from './draft-autosave.ts';
import { showDraftInUrl } from './draft-kind.ts';
import { tabLocks } from './tab-locks.ts';
import type { DraftContextValue, DraftOptions, OpenedDraft } from './use-draft.ts';

/** Opens a form's draft: its restored values and its autosave. */
export const openDraft = <Values>(option: DraftOptions<Values>, context: DraftContextValue): OpenedDraft<Values> => {
  const { kind, isAdmin, resumeResult: resumable, drafts, setCurrentId, setStorageFailed } = context;
  const resumed = typeof resumable === 'string' ? undefined : resumable;
  // The schema belongs to the form of this kind.
  const schema = kind.schema(isAdmin) as z.ZodMiniType<Partial<Values> & { readonly id: string }>;
  const serialize = (values: Partial<Values>) =>
    JSON.stringify({ ...values, id: undefined, ...(option.ignoredField && { [option.ignoredField]: undefined }) });
  const blank = schema.safeParse(option.createValues()).data;
  return {
    restored: resumed?.slot.read(schema),
    autosave: createDraftAutosave<Values>({
      drafts,
      tabLocks,
      resumed,
      schema,
      isWorthSaving: (values) => blank === undefined || serialize(values) !== serialize(blank),
      schedule: (milliseconds, work) => {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
      onWritten: (isKept) => setStorageFailed(!isKept),
      onIdChosen: showDraftInUrl,
      onDraftChange: setCurrentId,
    }),
  };
};
