import type * as z from 'zod/mini';
import type { Claims, OwnDraft } from './claims.ts';
import type { Drafts, DraftSlot } from './drafts.ts';

/** Long enough that nothing is written while somebody types, short enough that little is lost with a browser that crashes. */
const pauseMs = 500;

type Options<Values> = {
  readonly drafts: Drafts;
  readonly claims: Pick<Claims, 'take'>;
  readonly resumed: OwnDraft | undefined;
  /** What of the form is kept: anything else is left out. */
  readonly kept: z.ZodMiniType<Partial<Values> & { readonly id: string }>;
  readonly isWorthIt: (values: Partial<Values>) => boolean;
  /** Does something so many milliseconds later, unless what it returns is called before. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
  /** Whether the browser took what was written. */
  readonly onWritten: (isKept: boolean) => void;
  /** Gets the id of the draft that the open form is about to become: a reload may come before it has been written. */
  readonly onBegin: (id: string) => void;
  /** Gets the id of the draft that the open form has become; undefined when it ceases to be one. */
  readonly onOwn: (id: string | undefined) => void;
};

/** Writes what is typed in one form into a draft of its own, from the first key on; then debounced, but before it could be lost. */
export const createDraftKeeper = <Values>(options: Options<Values>) => {
  const { drafts, claims, resumed, kept, isWorthIt, after, onWritten, onBegin, onOwn } = options;
  let own = resumed;
  let hasBegun = resumed !== undefined;
  let isSending = false;
  let hasLeft = false;
  let waiting: { readonly values: Values; readonly callOff: () => void } | undefined;

  const disown = () => {
    own?.claim.release();
    own = undefined;
  };
  const end = (remove: (slot: DraftSlot) => void) => {
    waiting?.callOff();
    waiting = undefined;
    hasBegun = false;
    if (!own) return;
    remove(own.slot);
    disown();
    if (!hasLeft) onOwn(undefined);
  };

  const now = () => {
    if (!waiting) return;
    const { values, callOff } = waiting;
    waiting = undefined;
    hasBegun = true;
    callOff();
    const found = kept.safeParse(values);
    if (!found.success) return;
    if (!isWorthIt(found.data)) return end((slot) => slot.remove());
    const slot = own?.slot ?? drafts.slot(found.data.id);
    const isKept = slot.write(found.data);
    onWritten(isKept);
    if (own || !isKept) return;
    // Nobody else can have heard of its id.
    own = { slot, claim: claims.take(slot.key) };
    if (!hasLeft) onOwn(slot.id);
  };

  return {
    /** Keeps these values: when they are the first as soon as the key has been painted, else after a pause in typing. */
    later: (values: Values) => {
      if (waiting && !hasBegun) {
        waiting = { ...waiting, values };
        return;
      }
      const begun = hasBegun ? undefined : kept.safeParse(values).data;
      if (begun && isWorthIt(begun)) onBegin(begun.id);
      waiting?.callOff();
      waiting = { values, callOff: after(hasBegun ? pauseMs : 0, now) };
    },
    now,
    /** The form is on its way: should the page go before the answer comes, sending it again is a replay. */
    sending: () => {
      now();
      isSending = true;
    },
    answered: (isTaken: boolean) => {
      isSending = false;
      if (isTaken) end((slot) => slot.remove());
      if (hasLeft) disown();
    },
    discard: () => {
      now();
      end((slot) => slot.discard());
    },
    /** The form closes: its draft is anybody's to go on with, once nothing of it is on its way. */
    leave: () => {
      hasLeft = true;
      now();
      if (!isSending) disown();
    },
  };
};
