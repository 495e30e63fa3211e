import { useCallback, useLayoutEffect, useRef } from 'react';

/** Stable reference: the same function on every render, which does what the latest one would; for what is costly to render anew. Not to be called while rendering. */
export const useStable = <Args extends readonly unknown[]>(
  latest: (...args: Args) => void,
): ((...args: Args) => void) => {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...args: Args) => kept.current(...args), []);
};
