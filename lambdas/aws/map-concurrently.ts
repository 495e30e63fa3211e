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
