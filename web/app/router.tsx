import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { data, Outlet, ScrollRestoration, useRevalidator } from 'react-router';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { patterns, publicPages, signInPages } from '#shared/api/paths.ts';
import type { PublicPage, SignInPage } from '#shared/api/paths.ts';
import { loadDocument, replaceDocument } from '#web/browser/load-document.ts';
import { readRequestedPath } from '#web/browser/requested-path.ts';
import { regionOfEndedSession } from '#web/session/end-session.ts';
import { useSession } from '#web/session/session-store.ts';
import { loadChunk } from '#web/ui/chunks.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { PageLayout } from './layout.tsx';
import { pageMiddleware } from './page-middleware.ts';
import { applicationPages, pages } from './pages.ts';
import type { ApplicationPage, Page } from './pages.ts';
import { pathMiddleware } from './path-middleware.ts';
import { RootError, RouteError, unknownRoute } from './route-error.tsx';
import { RoutingProvider } from './routing-provider.tsx';

// The component is loaded lazily, because without a session there is nothing to watch.
const { Lazy: SessionWatch } = createLazyComponent(async () => (await import('./session-watch.tsx')).SessionWatch);

const SessionRoot = () => {
  const { revalidate } = useRevalidator();
  const session = useSession();
  const endedRegion = useSyncExternalStore(regionOfEndedSession.subscribe, regionOfEndedSession.get);
  const roles = session?.userGroups.join();
  const previousRoles = useRef(roles);
  // The guard runs again when the user's roles change.
  useEffect(() => {
    if (previousRoles.current !== undefined && roles !== undefined && previousRoles.current !== roles)
      void revalidate();
    previousRoles.current = roles;
  }, [roles, revalidate]);
  return (
    <>
      <Outlet />
      {(session ?? endedRegion) && <SessionWatch />}
      <ScrollRestoration />
    </>
  );
};

const Root = () => (
  <RoutingProvider>
    <SessionRoot />
  </RoutingProvider>
);

const createPageRoute = (page: ApplicationPage): RouteObject => {
  let LoadedPage: ComponentType | undefined;
  return {
    path: page.pattern,
    caseSensitive: true,
    middleware: [pageMiddleware(page)],
    // React Router's `lazy` would load the chunk even if the middleware redirects.
    loader: async ({ request }) => {
      LoadedPage ??= await loadChunk(page.load, request.url);
      return null;
    },
    Component: () => LoadedPage && <LoadedPage />,
    errorElement: <RouteError />,
  };
};

const createLayoutRoute = (layout: Page['layout']): RouteObject => ({
  element: <PageLayout layout={layout} />,
  children: applicationPages.filter((page) => page.layout === layout).map(createPageRoute),
});

const isApplicationPage = (name: SignInPage | PublicPage) => Object.hasOwn(pages, name);

/**
 * Loads the document of a prerendered page, for a link or redirect within the application. Throws if this document was
 * already requested for that page, because the server lacks the page and would return this document again.
 */
const openDocument = ({ url }: LoaderFunctionArgs) => {
  if (url.pathname === readRequestedPath()) throw new Error('This page is a document.');
  const path = url.pathname + url.search + url.hash;
  // At startup, the redirecting URL must not stay in the history, because Back would lead to it and redirect again.
  if (document.querySelector('.shell:not(.is-loading)')) loadDocument(path);
  else replaceDocument(path);
  return new Promise<never>(() => undefined);
};

const documentRoutes = [...signInPages, ...publicPages]
  .filter((name) => !isApplicationPage(name))
  .map((name): RouteObject => ({
    path: patterns[name],
    caseSensitive: true,
    loader: openDocument,
    errorElement: <RouteError />,
    Component: () => null,
  }));

// The route with a region comes first, so that the 404 page can link to the region's home.
const notFoundRoutes = ['/:prefix/:region/*', '*'].map((path): RouteObject => ({
  path,
  loader: () => {
    throw data(unknownRoute, { status: 404 });
  },
  Component: () => null,
}));

export const routeObjects: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RootError />,
    HydrateFallback: () => null,
    middleware: [pathMiddleware],
    children: [...(['default', 'wide'] as const).map(createLayoutRoute), ...documentRoutes, ...notFoundRoutes],
  },
];
