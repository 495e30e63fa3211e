import type * as z from 'zod/mini';
import type { Drafts, DraftSlot } from './drafts.ts';
import type { TabLocks, LockedDraft } from './tab-locks.ts';

/** Debounce: long enough not to write while the user types, short enough to lose little if the browser crashes. */
const pauseMs = 500;

type Options<Values> = {
  readonly drafts: Drafts;
  readonly tabLocks: Pick<TabLocks, 'request'>;
  readonly resumed: LockedDraft | undefined;
  /** Schema of the saved values; other values are omitted. */
  readonly schema: z.ZodMiniType<Partial<Values> & { readonly id: string }>;
  readonly isWorthSaving: (values: Partial<Values>) => boolean;
  /** Schedules work after a number of milliseconds; the returned function cancels it. */
  readonly schedule: (milliseconds: number, work: () => void) => () => void;
  /** Receives whether the browser stored the draft. */
  readonly onWritten: (isKept: boolean) => void;
  /** Receives the id of the draft before it is first written, because a reload may come before that. */
  readonly onIdChosen: (id: string) => void;
  /** Receives the id of the open form's draft, or undefined when the draft is removed. */
  readonly onDraftChange: (id: string | undefined) => void;
};

/**
 * Saves the input of one form as a draft: the first input at once, then debounced, and always before it could be lost.
 */
export const createDraftAutosave = <Values>(options: Options<Values>) => {
  const { drafts, tabLocks, resumed, schema, isWorthSaving, schedule, onWritten, onIdChosen, onDraftChange } = options;
  let ownDraft = resumed;
  let hasSaved = resumed !== undefined;
  let isSending = false;
  let isClosed = false;
  let pending: { readonly values: Values; readonly callOff: () => void } | undefined;

  const releaseDraft = () => {
    ownDraft?.lock.release();
    ownDraft = undefined;
  };
  const end = (remove: (slot: DraftSlot) => void) => {
    pending?.callOff();
    pending = undefined;
    hasSaved = false;
    if (!ownDraft) return;
    remove(ownDraft.slot);
    releaseDraft();
    if (!isClosed) onDraftChange(undefined);
  };

  const flush = () => {
    if (!pending) return;
    const { values, callOff } = pending;
    pending = undefined;
    hasSaved = true;
    callOff();
    const parsed = schema.safeParse(values);
    if (!parsed.success) return;
    if (!isWorthSaving(parsed.data)) return end((slot) => slot.remove());
    const slot = ownDraft?.slot ?? drafts.slot(parsed.data.id);
    const isKept = slot.write(parsed.data);
    onWritten(isKept);
    if (ownDraft || !isKept) return;
    // The id is new, so no other tab can hold this lock.
    ownDraft = { slot, lock: tabLocks.request(slot.key) };
    if (!isClosed) onDraftChange(slot.id);
  };

  return {
    /** Schedules saving: the first values as soon as the key has been painted, later ones after a pause in typing. */
    saveLater: (values: Values) => {
      if (pending && !hasSaved) {
        pending = { ...pending, values };
        return;
      }
      const firstValues = hasSaved ? undefined : schema.safeParse(values).data;
      if (firstValues && isWorthSaving(firstValues)) onIdChosen(firstValues.id);
      pending?.callOff();
      pending = { values, callOff: schedule(hasSaved ? pauseMs : 0, flush) };
    },
    flush,
    /** Marks the form as being sent: if the page closes before the response, sending the draft again is idempotent. */
    startSending: () => {
      flush();
      isSending = true;
    },
    finishSending: (isTaken: boolean) => {
      isSending = false;
      if (isTaken) end((slot) => slot.remove());
      if (isClosed) releaseDraft();
    },
    discard: () => {
      flush();
      end((slot) => slot.discard());
    },
    /** Closes the form and releases its draft, unless a request with it is still running. */
    close: () => {
      isClosed = true;
      flush();
      if (!isSending) releaseDraft();
    },
  };
};
