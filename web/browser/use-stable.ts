import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a function that stays the same and calls the latest `callback`, for props of memoized components. The returned
 * function must not be called during rendering.
 */
export const useStable = <Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  const callbackRef = useRef(callback);
  useLayoutEffect(() => {
    callbackRef.current = callback;
  });
  return useCallback((...args: Args) => callbackRef.current(...args), []);
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
