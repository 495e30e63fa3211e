type Clock = {
  /** Milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
};

/** A rate limit, without bursts: of any number of calls that wait for it, so many a second go on, evenly. */
export const pace = (perSecond: number, { now, wait }: Clock) => {
  let next = 0;
  return async (): Promise<void> => {
    const at = Math.max(next, now());
    next = at + 1000 / perSecond;
    if (at > now()) await wait(at - now());
  };
};
