export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly after: (milliseconds: number, work: () => void) => () => void;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};
