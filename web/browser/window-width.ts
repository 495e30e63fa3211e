import { useCallback, useSyncExternalStore } from 'react';

/**
 * Minimum width in pixels of the wide layout. In narrower windows rows have no columns and the top bar has no labels;
 * the style sheets use the same value.
 */
const minWidePixels = 688;

const matchMinWidth = (from: number) => window.matchMedia(`(min-width: ${from}px)`);

export const isNarrow = () => !matchMinWidth(minWidePixels).matches;

export const useIsWide = (from = minWidePixels): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMinWidth(from);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [from],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMinWidth(from).matches,
    () => false,
  );
};
