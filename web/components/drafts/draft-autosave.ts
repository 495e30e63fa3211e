import type * as z from 'zod/mini';
import type { Drafts, DraftSlot } from './drafts.ts';
import type { TabLocks, LockedDraft } from './tab-locks.ts';

/** Debounce in milliseconds: long enough not to write while the user types, short enough to lose little in a crash. */
const pauseMs = 500;

type Options<Values> = {
  readonly drafts: Drafts;
  readonly tabLocks: Pick<TabLocks, 'request'>;
  /** Draft from which the form was opened; undefined for a new form. */
  readonly resumedDraft: LockedDraft | undefined;
  /** Schema of the saved values; other values are omitted. */
  readonly schema: z.ZodMiniType<Partial<Values> & { readonly id: string }>;
  readonly isWorthSaving: (values: Partial<Values>) => boolean;
  /** Schedules work after a number of milliseconds; the returned function cancels it. */
  readonly schedule: (milliseconds: number, work: () => void) => () => void;
  /** Receives whether the browser stored the draft. */
  readonly onWritten: (isStored: boolean) => void;
  /** Receives the id of the draft before it is first written, because the page may be reloaded before that. */
  readonly onIdChosen: (id: string) => void;
  /** Receives the id of the open form's draft, or undefined when the draft is removed. */
  readonly onDraftChange: (id: string | undefined) => void;
};

/**
 * Saves the input of one form as a draft: the first input at once, then debounced, and always before it could be lost.
 */
export const createDraftAutosave = <Values>(options: Options<Values>) => {
  const { drafts, tabLocks, resumedDraft, schema, isWorthSaving, schedule, onWritten, onIdChosen, onDraftChange } =
    options;
  let lockedDraft = resumedDraft;
  let hasSaved = resumedDraft !== undefined;
  let isSending = false;
  let isClosed = false;
  let pendingWrite: { readonly values: Values; readonly cancel: () => void } | undefined;

  const releaseDraft = () => {
    lockedDraft?.lock.release();
    lockedDraft = undefined;
  };
  const endDraft = (remove: (slot: DraftSlot) => void) => {
    pendingWrite?.cancel();
    pendingWrite = undefined;
    hasSaved = false;
    if (!lockedDraft) return;
    remove(lockedDraft.slot);
    releaseDraft();
    if (!isClosed) onDraftChange(undefined);
  };

  const flush = () => {
    if (!pendingWrite) return;
    const { values, cancel } = pendingWrite;
    pendingWrite = undefined;
    hasSaved = true;
    cancel();
    const parsed = schema.safeParse(values);
    if (!parsed.success) return;
    if (!isWorthSaving(parsed.data)) return endDraft((slot) => slot.remove());
    const slot = lockedDraft?.slot ?? drafts.slot(parsed.data.id);
    const isStored = slot.write(parsed.data);
    onWritten(isStored);
    if (lockedDraft || !isStored) return;
    // The id is new, so no other tab can hold this lock.
    lockedDraft = { slot, lock: tabLocks.request(slot.key) };
    if (!isClosed) onDraftChange(slot.id);
  };

  return {
    /** Schedules a write: of the first values as soon as the browser has painted them, of later values after a pause in typing. */
    saveLater: (values: Values) => {
      if (pendingWrite && !hasSaved) {
        pendingWrite = { ...pendingWrite, values };
        return;
      }
      const firstValues = hasSaved ? undefined : schema.safeParse(values).data;
      if (firstValues && isWorthSaving(firstValues)) onIdChosen(firstValues.id);
      pendingWrite?.cancel();
      pendingWrite = { values, cancel: schedule(hasSaved ? pauseMs : 0, flush) };
    },
    flush,
    /** Saves the values and marks the form as being sent. If the page closes before the response, the draft can be sent again, because that is idempotent. */
    startSending: () => {
      flush();
      isSending = true;
    },
    finishSending: (isAccepted: boolean) => {
      isSending = false;
      if (isAccepted) endDraft((slot) => slot.remove());
      if (isClosed) releaseDraft();
    },
    /** Removes the draft, but keeps it in memory so that it can be restored. */
    discard: () => {
      flush();
      endDraft((slot) => slot.discard());
    },
    /** Closes the form and releases its draft, unless a request with it is still running. */
    close: () => {
      isClosed = true;
      flush();
      if (!isSending) releaseDraft();
    },
  };
};
