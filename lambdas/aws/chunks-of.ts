/** Cuts items into pieces of so many, the last of them shorter: calls of AWS take no more than so many at once. */
export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
