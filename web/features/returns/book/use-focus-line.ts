import { useEffect, useState } from 'react';

/** Focuses a line in the table, by its first button, once it is drawn. */
export const useFocusLine = () => {
  const [wanted, setWanted] = useState<{ readonly key: number }>();
  useEffect(() => {
    if (!wanted) return;
    const row = document.querySelector(`[data-line="${wanted.key}"]`);
    row?.querySelector('button')?.focus({ preventScroll: true });
    row?.scrollIntoView?.({ block: 'nearest' });
  }, [wanted]);
  return (key: number) => setWanted({ key });
};
