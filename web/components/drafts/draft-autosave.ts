import type * as z from 'zod/mini';
import type { Drafts, DraftSlot } from './drafts.ts';
import type { Claims, OwnDraft } from './tab-locks.ts';

/** Debounce: long enough not to write while the user types, short enough to lose little if the browser crashes. */
const pauseMs = 500;

type Options<Values> = {
  readonly drafts: Drafts;
  readonly claims: Pick<Claims, 'take'>;
  readonly resumed: OwnDraft | undefined;
  /** Schema of the saved values; other values are omitted. */
  readonly kept: z.ZodMiniType<Partial<Values> & { readonly id: string }>;
  readonly isWorthIt: (values: Partial<Values>) => boolean;
  /** Schedules work after a number of milliseconds; the returned function cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
  /** Receives whether the browser stored the draft. */
  readonly onWritten: (isKept: boolean) => void;
  /** Receives the id of the draft before it is first written, because a reload may come before that. */
  readonly onBegin: (id: string) => void;
  /** Receives the id of the open form's draft, or undefined when the draft is removed. */
  readonly onOwn: (id: string | undefined) => void;
};

/**
 * Saves the input of one form as a draft: the first input at once, then debounced, and always before it could be lost.
 */
export const createDraftKeeper = <Values>(options: Options<Values>) => {
  const { drafts, claims, resumed, kept: schema, isWorthIt, after, onWritten, onBegin, onOwn } = options;
  let ownDraft = resumed;
  let hasSaved = resumed !== undefined;
  let isSending = false;
  let isClosed = false;
  let pending: { readonly values: Values; readonly callOff: () => void } | undefined;

  const releaseDraft = () => {
    ownDraft?.claim.release();
    ownDraft = undefined;
  };
  const end = (remove: (slot: DraftSlot) => void) => {
    pending?.callOff();
    pending = undefined;
    hasSaved = false;
    if (!ownDraft) return;
    remove(ownDraft.slot);
    releaseDraft();
    if (!isClosed) onOwn(undefined);
  };

  const flush = () => {
    if (!pending) return;
    const { values, callOff } = pending;
    pending = undefined;
    hasSaved = true;
    callOff();
    const parsed = schema.safeParse(values);
    if (!parsed.success) return;
    if (!isWorthIt(parsed.data)) return end((slot) => slot.remove());
    const slot = ownDraft?.slot ?? drafts.slot(parsed.data.id);
    const isKept = slot.write(parsed.data);
    onWritten(isKept);
    if (ownDraft || !isKept) return;
    // The id is new, so no other tab can hold this lock.
    ownDraft = { slot, claim: claims.take(slot.key) };
    if (!isClosed) onOwn(slot.id);
  };

  return {
    /** Schedules saving: the first values as soon as the key has been painted, later ones after a pause in typing. */
    later: (values: Values) => {
      if (pending && !hasSaved) {
        pending = { ...pending, values };
        return;
      }
      const firstValues = hasSaved ? undefined : schema.safeParse(values).data;
      if (firstValues && isWorthIt(firstValues)) onBegin(firstValues.id);
      pending?.callOff();
      pending = { values, callOff: after(hasSaved ? pauseMs : 0, flush) };
    },
    now: flush,
    /** Marks the form as being sent: if the page closes before the response, sending the draft again is idempotent. */
    sending: () => {
      flush();
      isSending = true;
    },
    answered: (isTaken: boolean) => {
      isSending = false;
      if (isTaken) end((slot) => slot.remove());
      if (isClosed) releaseDraft();
    },
    discard: () => {
      flush();
      end((slot) => slot.discard());
    },
    /** Closes the form and releases its draft, unless a request with it is still running. */
    leave: () => {
      isClosed = true;
      flush();
      if (!isSending) releaseDraft();
    },
  };
};
