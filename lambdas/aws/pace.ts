type Clock = {
  /** Milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
};

/** Keeps calls below a service's rate: of any number that wait for it, so many a second go on. */
export const pace = (perSecond: number, { now, wait }: Clock) => {
  let next = 0;
  return async (): Promise<void> => {
    const at = Math.max(next, now());
    next = at + 1000 / perSecond;
    if (at > now()) await wait(at - now());
  };
};
