import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a stable function that calls the latest one, for memoized components. Must not be called during rendering.
 */
export const useStable = <Args extends readonly unknown[]>(
  latest: (...args: Args) => void,
): ((...args: Args) => void) => {
  const latestRef = useRef(latest);
  useLayoutEffect(() => {
    latestRef.current = latest;
  });
  return useCallback((...args: Args) => latestRef.current(...args), []);
};
