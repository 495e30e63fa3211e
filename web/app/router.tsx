import { useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import { data, Outlet, ScrollRestoration, useRevalidator } from 'react-router';
import type { RouteObject } from 'react-router';
import { useSession } from '#web/session/session-store.ts';
import { loadChunk } from '#web/ui/chunks.ts';
import { PageLayout } from './layout.tsx';
import { pageMiddleware } from './page-middleware.ts';
import { existingPages } from './pages.ts';
import type { ExistingPage, Layout } from './pages.ts';
import { pathMiddleware } from './path-middleware.ts';
import { RootError, RouteError, unknownRoute } from './route-error.tsx';
import { SessionWatch } from './session-watch.tsx';

const Root = () => {
  const { revalidate } = useRevalidator();
  const roles = useSession()?.userGroups.join();
  const previousRoles = useRef(roles);
  // Run the guard again when the user's roles change.
  useEffect(() => {
    if (previousRoles.current !== undefined && roles !== undefined && previousRoles.current !== roles)
      void revalidate();
    previousRoles.current = roles;
  }, [roles, revalidate]);
  return (
    <>
      <Outlet />
      <SessionWatch />
      <ScrollRestoration />
    </>
  );
};

const pageRoute = (page: ExistingPage): RouteObject => {
  let LoadedPage: ComponentType | undefined;
  return {
    path: page.pattern,
    caseSensitive: true,
    middleware: [pageMiddleware(page)],
    // Not `lazy`, which would load the chunk even if the middleware redirects.
    loader: async ({ request }) => {
      LoadedPage ??= await loadChunk(page.load, request.url);
      return null;
    },
    Component: () => LoadedPage && <LoadedPage />,
    errorElement: <RouteError />,
  };
};

const layoutRoute = (layout: Layout): RouteObject => ({
  element: <PageLayout layout={layout} />,
  children: existingPages.filter((page) => page.layout === layout).map(pageRoute),
});

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
    children: [...(['default', 'basic', 'wide', 'auth'] as const).map(layoutRoute), ...notFoundRoutes],
  },
];
