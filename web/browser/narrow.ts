/** Windows narrower than this, in pixels, show rows without columns and the bar without words: as the style sheets have it. */
const wideFrom = 688;

const wide = () => window.matchMedia(`(min-width: ${wideFrom}px)`);

/** Whether the window is as narrow as a phone's. */
export const isNarrow = () => !wide().matches;

/** Tells when that changes. Returns how to listen no more. */
export const followWidth = (listener: () => void) => {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
