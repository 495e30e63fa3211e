import type * as z from 'zod/mini';
import type { Clock } from '#web/browser/clock.ts';
import type { Claim, Claims } from './claims.ts';
import type { Drafts, DraftSlot, TakenDraft } from './drafts.ts';

/** Long enough that nothing is written while somebody types, short enough that little is lost with a browser that crashes. */
const pauseMs = 500;

/** A draft that this tab alone fills in. */
export type OwnDraft = { readonly id: string; readonly slot: DraftSlot; readonly claim: Claim };

type Options<Values> = {
  readonly drafts: Drafts;
  readonly claims: Claims;
  /** The draft that the form goes on with, if any. */
  readonly resumed: OwnDraft | undefined;
  /** What of the form is kept: anything else is left out. The id tells one sending, and so one draft, from the next. */
  readonly kept: z.ZodMiniType<Partial<Values> & { readonly id: string }>;
  /** Whether there is anything in it worth keeping. */
  readonly isWorthIt: (values: Partial<Values>) => boolean;
  readonly clock: Clock;
  /** Called after each writing: whether the browser took it. */
  readonly onWritten: (isKept: boolean) => void;
  /** Called with the id of the draft that the open form is about to become: a reload may come before it has been written. */
  readonly onBegin: (id: string) => void;
  /** Called when the open form becomes a draft, with its id, or ceases to be one. */
  readonly onOwn: (id: string | undefined) => void;
};

/** Writes what is typed in one form into a draft of its own, from the first key on; then debounced: not with each key, but before it could be lost. */
export const createDraftKeeper = <Values>({
  drafts,
  claims,
  resumed,
  kept,
  isWorthIt,
  clock,
  onWritten,
  onBegin,
  onOwn,
}: Options<Values>) => {
  let own = resumed;
  let hasBegun = resumed !== undefined;
  let isSending = false;
  let hasLeft = false;
  let waiting: { readonly values: Values; readonly callOff: () => void } | undefined;

  const disown = () => {
    own?.claim.release();
    own = undefined;
  };
  const tellOwn = () => {
    if (!hasLeft) onOwn(own?.id);
  };
  const end = (remove: (slot: DraftSlot) => void) => {
    waiting?.callOff();
    waiting = undefined;
    hasBegun = false;
    if (!own) return;
    remove(own.slot);
    disown();
    tellOwn();
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
    const { id } = found.data;
    const slot = own?.slot ?? drafts.slot(id);
    const isKept = slot.write(found.data);
    onWritten(isKept);
    if (own || !isKept) return;
    // Nobody else can have heard of its id.
    own = { id, slot, claim: claims.take(slot.key) };
    tellOwn();
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
      waiting = { values, callOff: clock.after(hasBegun ? pauseMs : 0, now) };
    },
    /** Keeps at once what still waits. */
    now,
    /** The form is on its way: should the page go before the answer comes, sending it again is a replay. */
    sending: () => {
      now();
      isSending = true;
    },
    /** The answer came. What has been taken is no draft any more. */
    answered: (isTaken: boolean) => {
      isSending = false;
      if (isTaken) end((slot) => slot.remove());
      if (hasLeft) disown();
    },
    /** Discarded: what there was, so that it can be put back among the drafts. */
    discard: (): TakenDraft | undefined => {
      let taken: TakenDraft | undefined;
      now();
      end((slot) => {
        taken = slot.takeAway();
      });
      return taken;
    },
    /** The form closes: its draft is anybody's to go on with, once nothing of it is on its way. */
    leave: () => {
      hasLeft = true;
      now();
      if (!isSending) disown();
    },
  };
};
