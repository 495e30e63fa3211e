/**
 * Returns a getter that creates the value on first use and caches it, so that values that a function may never need do
 * not delay its start.
 */
export const createLazily = <Value>(make: () => Value): (() => Value) => {
  let cachedResult: { readonly value: Value } | undefined;
  return () => (cachedResult ??= { value: make() }).value;
};
