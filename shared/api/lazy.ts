/** Creates a value on first use and caches it, so that values a function may never need don't delay its start. */
export const lazily = <Value>(make: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined;
  return () => (cached ??= { value: make() }).value;
};
