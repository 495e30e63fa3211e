import { useEffect, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';

export const useMinimumDuration = (isBusy: boolean): boolean => {
  const [isShown, setShown] = useState(isBusy);
  const since = useRef(0);
  if (isBusy && !isShown) setShown(true);
  useEffect(() => {
    if (isBusy) {
      since.current = performance.now();
      return undefined;
    }
    const rest = Math.max(0, limits.web.spinnerMinimumMs - (performance.now() - since.current));
    const timer = setTimeout(() => setShown(false), rest);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isShown;
};
