/** Splits items into chunks of `size`, for AWS batch APIs; the last chunk may be shorter. */
export const splitIntoChunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Maps items with at most `maxConcurrency` calls at a time and returns the results in order. Throws the first failure and starts no further calls. */
export const mapConcurrently = async <Item, Result>(
  maxConcurrency: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  // All workers share this iterator: a failing worker closes it, which also stops the others.
  const entries = (function* () {
    yield* items.entries();
  })();
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, items.length) }, worker));
  return results;
};

type Clock = {
  /** Returns milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
};

/** Creates a rate limiter without bursts: waiting calls resume evenly, `perSecond` a second. */
export const createRateLimiter = (perSecond: number, { now, wait }: Clock) => {
  let nextStart = 0;
  return async (): Promise<void> => {
    const start = Math.max(nextStart, now());
    nextStart = start + 1000 / perSecond;
    if (start > now()) await wait(start - now());
  };
};
