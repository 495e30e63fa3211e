import { useSyncExternalStore } from 'react';
import { limits } from '#shared/config/limits.ts';
import { activeCallCount } from '#web/data/api.ts';

const { throttleMs, durationMs } = limits.web.loadingBar;

export const LoadingBar = ({ isNavigating = false }: { readonly isNavigating?: boolean }) => {
  // A prerendered page has no bar when it is hydrated.
  const callCount = useSyncExternalStore(activeCallCount.subscribe, activeCallCount.get, () => 0);
  if (callCount === 0 && !isNavigating) return null;
  return (
    <div className="loading-bar" aria-hidden="true">
      <div style={{ animationDelay: `${throttleMs}ms`, animationDuration: `${durationMs}ms` }} />
    </div>
  );
};
