import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { webConfigPath } from '#shared/http.ts';
import { isPrefix } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { BareError } from './app/bare-error.tsx';
import { followColourScheme } from './app/colour-scheme.ts';
import { LastResort } from './app/last-resort.tsx';
import { showAlertsOfNavigation } from './app/navigation-alerts.ts';
import { preloadAlerts } from './app/page-alerts.tsx';
import { prefetchLinks } from './app/prefetch.ts';
import { routeObjects } from './app/router.tsx';
import { browsersPrefix } from './app/settle.ts';
import { readJson } from './data/api.ts';
import { setConfig } from './data/config.ts';
import { speak } from './language/i18n.ts';
import { leaveSignedOut } from './session/leave-for-login.ts';
import { sessionStore } from './session/session-store.ts';
import { alertStore } from './ui/alerts.ts';

const root = createRoot(document.querySelector('#root') ?? document.body);

const start = async () => {
  setConfig(await readJson(webConfigPath));
  const router = createBrowserRouter(routeObjects);
  showAlertsOfNavigation(router);
  if (alertStore.get().length > 0) await preloadAlerts();
  root.render(
    <LastResort>
      <RouterProvider router={router} />
    </LastResort>,
  );
  prefetchLinks();
};

followColourScheme();

const isHere = (region: RegionId) => location.pathname.split('/')[2] === region;

// Whoever signed out in another tab leaves this one too.
sessionStore.onSignedOutElsewhere((region) => {
  if (isHere(region)) leaveSignedOut(region);
});

// Whoever signed in elsewhere begins with a page of their own.
sessionStore.onOtherUser((region) => {
  if (isHere(region)) location.reload();
});

// A page out of the browser's back-forward memory may show what its user may no longer see.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

start().catch(async (error: unknown) => {
  reportError(error);
  const [, prefix = ''] = location.pathname.split('/');
  await speak(isPrefix(prefix) ? prefix : browsersPrefix());
  root.render(<BareError />);
});
