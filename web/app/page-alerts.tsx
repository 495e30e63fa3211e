import { useSyncExternalStore } from 'react';
import { alertStore } from '#web/ui/alerts.ts';
import { lazily } from '#web/ui/lazily.tsx';

const { Lazy: AlertBar, preload } = lazily(async () => (await import('./alert-bar.tsx')).AlertBar);

export { preload as preloadAlerts };

/** The page's alerts; what shows them is only loaded when there are some. */
export const PageAlerts = () => {
  const alerts = useSyncExternalStore(alertStore.subscribe, alertStore.get);
  return alerts.length > 0 && <AlertBar alerts={alerts} />;
};
