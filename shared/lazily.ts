/** Makes a value when it is first asked for, and keeps it: what a function may never need doesn't hold up its start. */
export const lazily = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};
