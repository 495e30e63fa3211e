import { useSyncExternalStore } from 'react';
import { alertStore } from '#web/ui/alerts.ts';
import { lazily } from '#web/ui/lazily.tsx';

const { Lazy: AlertBar, preload, usePreload } = lazily(async () => (await import('./alert-bar.tsx')).AlertBar);

export { preload as preloadAlerts };

/** The page's alerts; what shows them is only loaded when there are some, or once the page is idle: an outage is to be told, too. */
export const PageAlerts = () => {
  usePreload();
  const alerts = useSyncExternalStore(alertStore.subscribe, alertStore.get);
  return alerts.length > 0 && <AlertBar alerts={alerts} />;
};
