import type * as z from 'zod/mini';
import { createDraftAutosave } from './draft-autosave.ts';
import { showDraftInUrl } from './draft-kind.ts';
import { tabLocks } from './tab-locks.ts';
import type { DraftContextValue, DraftOptions, OpenedDraft } from './use-draft.ts';

/** Opens a form's draft: its restored values and its autosave. */
export const openDraft = <Values>(options: DraftOptions<Values>, context: DraftContextValue): OpenedDraft<Values> => {
  const { kind, isAdmin, resumeResult, drafts, setCurrentId, setStorageFailed } = context;
  const resumedDraft = typeof resumeResult === 'string' ? undefined : resumeResult;
  // The cast is safe, because the schema of the kind describes the values of its form.
  const schema = kind.schema(isAdmin) as z.ZodMiniType<Partial<Values> & { readonly id: string }>;
  const serialize = (values: Partial<Values>) =>
    JSON.stringify({ ...values, id: undefined, ...(options.ignoredField && { [options.ignoredField]: undefined }) });
  const blankValues = schema.safeParse(options.createValues()).data;
  return {
    restored: resumedDraft?.slot.read(schema),
    autosave: createDraftAutosave<Values>({
      drafts,
      tabLocks,
      resumedDraft,
      schema,
      isWorthSaving: (values) => blankValues === undefined || serialize(values) !== serialize(blankValues),
      schedule: (milliseconds, work) => {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
      onWritten: (isStored) => setStorageFailed(!isStored),
      onIdChosen: showDraftInUrl,
      onDraftChange: setCurrentId,
    }),
  };
};
