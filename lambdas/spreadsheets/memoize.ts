/** The same function, memoized: asked once for each value, since rows of a file repeat themselves. */
export const memoize = <Key, Value>(ask: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, { readonly key: Key; readonly value: Value }>();
  // Most often the row above holds the same, and comparing two texts is quicker than looking one up.
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) {
      last = known.get(key) ?? { key, value: ask(key) };
      known.set(key, last);
    }
    return last.value;
  };
};
