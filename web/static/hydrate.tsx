import { createRoot, hydrateRoot } from 'react-dom/client';
import { webConfigPath } from '#shared/api/headers.ts';
import { paths, signInPages } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { prefixes } from '#shared/config/regions.ts';
import { PageAlerts, preloadAlerts } from '#web/app/page-alerts.tsx';
import { loadDocument } from '#web/browser/load-document.ts';
import { call, loadSession, readJson } from '#web/data/api.ts';
import { setConfig } from '#web/data/config.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { alertStore } from '#web/ui/alerts.ts';
import { fillFooter } from './fill-footer.ts';
import { pageLoaders, staticTextLoaders } from './loaders.ts';
import { StaticPage } from './static-page.tsx';
import { setStaticTexts } from './translator.ts';

const findElement = (selector: string) => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`The document has no ${selector}.`);
  return element;
};

/** Opens Home for a signed-in user, and finishes a sign-out that has not reached the server. */
const checkSession = async (place: Place) => {
  const { region } = place;
  if (sessionStore.isSigningOut(region)) {
    await call(auth.logout, { region });
    sessionStore.endSignOut(region);
    return;
  }
  if (!sessionStore.mayExist(region) && !sessionStore.hasRunOut(region)) return;
  await loadSession(region);
  if (sessionStore.get(region)) loadDocument(paths.home(place));
};

/** Shows the error page in place of the document. */
const showFailure = async (error: unknown) => {
  reportError(error);
  const { FallbackErrorPage } = await import('#web/app/app-error-boundary.tsx');
  createRoot(findElement('#root')).render(<FallbackErrorPage error={error} />);
};

/** Takes over the prerendered page. Rejects if a part of it, or the error page, cannot be loaded. */
export const hydratePage = async (place: Place) => {
  const name = signInPages.find((page) => paths[page](place) === location.pathname);
  if (!name) throw new Error(`${location.pathname} is no sign-in page.`);
  const [Page, { default: texts }] = await Promise.all([
    pageLoaders[name](),
    staticTextLoaders[prefixes[place.prefix].language](),
    alertStore.get().length > 0 && preloadAlerts(),
  ]);
  try {
    setConfig(await readJson(webConfigPath));
  } catch (error) {
    return showFailure(error);
  }
  setStaticTexts(place.prefix, texts);
  fillFooter(place.prefix, place.region);
  // A failure leaves the page as for a visitor who is not signed in.
  void checkSession(place).catch(() => undefined);
  const content = findElement('[data-prerendered]');
  const page = <StaticPage Page={Page} pathname={location.pathname} alerts={<PageAlerts />} />;
  const options = { onUncaughtError: (error: unknown) => void showFailure(error) };
  if (content.hasChildNodes()) hydrateRoot(content, page, options);
  else createRoot(content, options).render(page);
};
