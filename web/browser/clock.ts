/** Time, as whoever has to wait needs it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Does something later; what it returns calls that off. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};
