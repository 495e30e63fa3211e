type Options = {
  readonly perSecond: number;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<unknown>;
};

/** Lets so many a second pass, evenly; whoever comes sooner waits for their turn. */
export const pacer = ({ perSecond, now, wait }: Options) => {
  let next = 0;
  return async (): Promise<void> => {
    const at = now().getTime();
    const turn = Math.max(at, next);
    next = turn + 1000 / perSecond;
    if (turn > at) await wait(turn - at);
  };
};
