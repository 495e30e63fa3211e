export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
};

type Side = () => Promise<unknown>;
type Options = {
  readonly rounds: number;
  readonly calls: number;
  readonly warmUp: number;
  readonly clock?: () => number;
};

const times = async (side: Side, calls: number, clock: () => number): Promise<number[]> => {
  const taken: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const before = clock();
    await side();
    taken.push(clock() - before);
  }
  return taken;
};

let isOnce = false;

/** From now on each way is measured once: that shows whether a bench runs, and its ratios mean nothing. */
export const onlyOnce = () => {
  isOnce = true;
};

/** In turns, A B A B, so that whatever else the machine does falls on both: the median over all rounds of first to second. */
export const compare = async (first: Side, second: Side, options: Options): Promise<number> => {
  const { warmUp, clock = () => performance.now() } = options;
  const { rounds, calls } = isOnce ? { rounds: 1, calls: 1 } : options;
  for (const side of [first, second]) await times(side, warmUp, clock);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = median(await times(first, calls, clock));
    const other = median(await times(second, calls, clock));
    ratios.push(one / other);
  }
  return median(ratios);
};
