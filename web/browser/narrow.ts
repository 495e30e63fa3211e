import { useCallback, useSyncExternalStore } from 'react';

/** Windows narrower than this, in pixels, show rows without columns and the bar without words: as the style sheets have it. */
const wideFrom = 688;

const wide = (from: number) => window.matchMedia(`(min-width: ${from}px)`);

export const isNarrow = () => !wide(wideFrom).matches;

export const useIsWide = (from = wideFrom): boolean => {
  const follow = useCallback(
    (listener: () => void) => {
      const query = wide(from);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [from],
  );
  return useSyncExternalStore(follow, () => wide(from).matches);
};
