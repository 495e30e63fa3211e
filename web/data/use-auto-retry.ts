import { useEffectEvent, useLayoutEffect } from 'react';
import { limits } from '#shared/config/limits.ts';

/**
 * While `isUnreachable` is true, calls `tryAgain` periodically if the page is visible, and as soon as the browser is online
 * again.
 */
export const useAutoRetry = (isUnreachable: boolean, tryAgain: () => void) => {
  const retry = useEffectEvent(tryAgain);
  // A layout effect, because the browser may go online before the next paint.
  useLayoutEffect(() => {
    if (!isUnreachable) return undefined;
    const timer = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') retry();
    }, limits.web.retrySeconds * 1000);
    const onOnline = () => retry();
    addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onOnline);
    };
  }, [isUnreachable]);
};
