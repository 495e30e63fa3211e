import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { webConfigPath } from '#shared/api/headers.ts';
import { isCaptchaPage } from '#shared/api/paths.ts';
import { FallbackErrorPage, AppErrorBoundary } from './app/app-error-boundary.tsx';
import { showAlertsOnNavigation } from './app/navigation-alerts.ts';
import { syncWithOtherTabs } from './app/other-tabs.ts';
import { preloadAlerts } from './app/page-alerts.tsx';
import { routeObjects } from './app/router.tsx';
import { reloadWhenRestored } from './browser/back-forward-cache.ts';
import { keyHistoryEntry } from './browser/history-entry.ts';
import { readJson } from './data/api.ts';
import { setConfig } from './data/config.ts';
import { discardPreloadedResponses, discardAllButPageData } from './data/preloaded-requests.ts';
import { alertStore } from './ui/alerts.ts';

const root = createRoot(document.querySelector('#root') ?? document.body);

const waitUntilInitialized = (router: DataRouter) =>
  new Promise<void>((resolve) => {
    const resolveIfInitialized = () => router.state.initialized && resolve();
    router.subscribe(resolveIfInitialized);
    resolveIfInitialized();
  });

const start = async () => {
  setConfig(await readJson(webConfigPath));
  keyHistoryEntry();
  const router = createBrowserRouter(routeObjects);
  showAlertsOnNavigation(router);
  if (alertStore.get().length > 0) await preloadAlerts();
  // The document's loading text stays until there is a page to show.
  await waitUntilInitialized(router);
  discardAllButPageData();
  const { location: firstLocation } = router.state;
  router.subscribe(({ location: current }) => current !== firstLocation && discardPreloadedResponses());
  root.render(
    <AppErrorBoundary>
      <RouterProvider router={router} />
    </AppErrorBoundary>,
  );
  // Captcha pages do not prefetch, because their content security policy makes nearly every link a document load. If
  // `prefetch.ts` fails to load, pages still load their chunks on navigation.
  const prefetch = isCaptchaPage(location.pathname) ? undefined : import('./app/prefetch.ts');
  void prefetch?.then(
    ({ prefetchLinks }) => prefetchLinks(),
    () => undefined,
  );
};

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const applyColorScheme = () => applyMode(darkQuery.matches ? Mode.Dark : Mode.Light);
darkQuery.addEventListener('change', applyColorScheme);
applyColorScheme();

syncWithOtherTabs();

reloadWhenRestored();

start().catch((error: unknown) => {
  reportError(error);
  root.render(<FallbackErrorPage error={error} />);
});
