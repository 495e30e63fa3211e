import { useEffectEvent, useLayoutEffect } from 'react';
import { limits } from '#shared/limits.ts';

export const useAutoRetry = (isOutOfReach: boolean, tryAgain: () => void) => {
  const again = useEffectEvent(tryAgain);
  // As soon as the page says that it is out of reach: a network that comes before the next paint would not be heard.
  useLayoutEffect(() => {
    if (!isOutOfReach) return undefined;
    const timer = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') again();
    }, limits.web.tryAgainSeconds * 1000);
    const onOnline = () => again();
    addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onOnline);
    };
  }, [isOutOfReach]);
};
