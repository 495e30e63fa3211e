import type * as z from 'zod/mini';
import type { Clock } from '#web/browser/clock.ts';
import type { DraftSlot } from './drafts.ts';

/** Long enough that nothing is written while somebody types, short enough that little is lost with a browser that crashes. */
const pauseMs = 500;

type Options<Values> = {
  readonly slot: DraftSlot;
  /** What of the form is kept: anything else is left out. */
  readonly kept: z.ZodMiniType<Partial<Values>>;
  /** Whether there is anything in it worth keeping. */
  readonly isWorthIt: (values: Partial<Values>) => boolean;
  readonly clock: Clock;
  /** Called after each writing: whether the browser took it. */
  readonly onWritten: (isKept: boolean) => void;
};

/** Writes what is typed into a draft. Debounced: not with each key, but before it could be lost. */
export const createDraftKeeper = <Values>({ slot, kept, isWorthIt, clock, onWritten }: Options<Values>) => {
  let waiting: { readonly values: Values; readonly callOff: () => void } | undefined;

  const now = () => {
    if (!waiting) return;
    const { values, callOff } = waiting;
    waiting = undefined;
    callOff();
    const found = kept.safeParse(values);
    if (!found.success) return;
    if (isWorthIt(found.data)) onWritten(slot.write(found.data));
    else slot.remove();
  };

  return {
    /** Keeps these values after a pause in typing. */
    later: (values: Values) => {
      waiting?.callOff();
      waiting = { values, callOff: clock.after(pauseMs, now) };
    },
    /** Keeps at once what still waits. */
    now,
    /** Sent or discarded. */
    forget: () => {
      waiting?.callOff();
      waiting = undefined;
      slot.remove();
    },
  };
};
