import { useSyncExternalStore } from 'react';
import { limits } from '#shared/config/limits.ts';
import { activity } from '#web/data/api.ts';

const { throttleMs, durationMs } = limits.web.loadingBar;

export const LoadingBar = ({ isNavigating = false }: { readonly isNavigating?: boolean }) => {
  // A prerendered page has no bar when it is hydrated.
  const calls = useSyncExternalStore(activity.subscribe, activity.get, () => 0);
  if (calls === 0 && !isNavigating) return null;
  return (
    <div className="loading-bar" aria-hidden="true">
      <div style={{ animationDelay: `${throttleMs}ms`, animationDuration: `${durationMs}ms` }} />
    </div>
  );
};
