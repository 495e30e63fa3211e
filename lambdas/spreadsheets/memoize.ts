/** The same function, memoized: asked once for each value, since rows of a file repeat themselves. */
export const memoize = <Key, Value>(ask: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = ask(key);
    known.set(key, { value });
    return value;
  };
};
