import { useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router';
import { limits } from '#shared/limits.ts';
import { activity } from '#web/data/activity.ts';

const { throttleMs, durationMs } = limits.web.loadingBar;

/** Shows on top of the page that a navigation or a call takes its time (acceptance, A14). */
export const LoadingBar = () => {
  const calls = useSyncExternalStore(activity.subscribe, activity.get);
  const isNavigating = useNavigation().state !== 'idle';
  if (calls === 0 && !isNavigating) return null;
  return (
    <div className="loading-bar" aria-hidden="true">
      <div style={{ animationDelay: `${throttleMs}ms`, animationDuration: `${durationMs}ms` }} />
    </div>
  );
};
