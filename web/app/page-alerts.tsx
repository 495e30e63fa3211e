import { useSyncExternalStore } from 'react';
import { alertStore } from '#web/ui/alerts.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

const {
  Lazy: AlertBar,
  preload: preloadAlerts,
  usePreload: usePreloadAlerts,
} = createLazyComponent(async () => (await import('./alert-bar.tsx')).AlertBar);

export { preloadAlerts };

/** Lazy list of the page's alerts, preloaded when the page is idle, because it could not be loaded during an outage that it has to report. */
export const PageAlerts = () => {
  usePreloadAlerts();
  const alerts = useSyncExternalStore(alertStore.subscribe, alertStore.get, alertStore.get);
  return alerts.length > 0 && <AlertBar alerts={alerts} />;
};
