import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a stable function that calls the latest one, for memoized components. Must not be called during rendering.
 */
export const useStable = <Args extends readonly unknown[], Result>(
  latest: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  const latestRef = useRef(latest);
  useLayoutEffect(() => {
    latestRef.current = latest;
  });
  return useCallback((...args: Args) => latestRef.current(...args), []);
};

export const isSameSet = (first: ReadonlySet<string>, second: ReadonlySet<string>): boolean =>
  first.size === second.size && [...first].every((member) => second.has(member));

/** Returns the same object as long as the set has the same members, for memoized components. */
export const useStableSet = (latest: ReadonlySet<string>): ReadonlySet<string> => {
  const [stable, setStable] = useState(latest);
  if (isSameSet(stable, latest)) return stable;
  setStable(latest);
  return latest;
};
