export const median = (values: readonly number[]): number => {
  const sortedValues = values.toSorted((first, second) => first - second);
  const middle = (sortedValues.length - 1) / 2;
  return ((sortedValues[Math.floor(middle)] ?? NaN) + (sortedValues[Math.ceil(middle)] ?? NaN)) / 2;
};

/** One of two calls whose durations are compared. */
type Side = () => Promise<unknown>;
type ComparisonOptions = {
  readonly rounds: number;
  /** Calls of each side in a round. */
  readonly calls: number;
  /** Calls of each side before the first round, which are not measured. */
  readonly warmUp: number;
  /** Returns the time in milliseconds. */
  readonly clock?: () => number;
};

const measureTimes = async (side: Side, calls: number, clock: () => number): Promise<number[]> => {
  const durations: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const callStartedAt = clock();
    await side();
    durations.push(clock() - callStartedAt);
  }
  return durations;
};

let runsOnlyOnce = false;

/** Limits every comparison to one round of one call: shows whether a benchmark runs; its ratios are meaningless. */
export const limitToOneCall = () => {
  runsOnlyOnce = true;
};

/**
 * Alternates two sides, so that other load on the machine affects both. Returns the median over all rounds of the ratio
 * of first to second.
 */
export const compareInterleaved = async (first: Side, second: Side, options: ComparisonOptions): Promise<number> => {
  const { warmUp, clock = () => performance.now() } = options;
  const { rounds, calls } = runsOnlyOnce ? { rounds: 1, calls: 1 } : options;
  for (const side of [first, second]) await measureTimes(side, warmUp, clock);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const firstMedian = median(await measureTimes(first, calls, clock));
    const secondMedian = median(await measureTimes(second, calls, clock));
    ratios.push(firstMedian / secondMedian);
  }
  return median(ratios);
};
