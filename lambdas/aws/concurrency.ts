/** Cuts items into pieces of so many, the last of them shorter: calls of AWS take no more than so many at once. */
export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** What comes of work on each of these, in their order, with so many at once at most. The first failure is thrown, and nothing more is begun. */
export const mapConcurrently = async <Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  // One for all: a loop that ends early ends it for the others, too.
  const each = (function* () {
    yield* items.entries();
  })();
  const worker = async () => {
    for (const [index, item] of each) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
};

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
