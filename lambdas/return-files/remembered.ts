/** The same function, asked once for each value: rows of a file repeat themselves. */
export const remembered = <Key, Value>(ask: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = ask(key);
    known.set(key, { value });
    return value;
  };
};
