import { useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import { data, Outlet, ScrollRestoration, useRevalidator } from 'react-router';
import type { RouteObject } from 'react-router';
import { useSession } from '#web/session/session-store.ts';
import { loadChunk } from '#web/ui/chunks.ts';
import { addressMiddleware } from './address-middleware.ts';
import { PageLayout } from './layout.tsx';
import { pageMiddleware } from './page-middleware.ts';
import { existingPages } from './pages.ts';
import type { ExistingPage, Layout } from './pages.ts';
import { RootError, RouteError, unknownRoute } from './route-error.tsx';
import { SessionWatch } from './session-watch.tsx';

const Root = () => {
  const { revalidate } = useRevalidator();
  const roles = useSession()?.userGroups.join();
  const before = useRef(roles);
  // Where roles change meanwhile, the guard looks again.
  useEffect(() => {
    if (before.current !== undefined && roles !== undefined && before.current !== roles) void revalidate();
    before.current = roles;
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
  let Loaded: ComponentType | undefined;
  return {
    path: page.pattern,
    caseSensitive: true,
    middleware: [pageMiddleware(page)],
    // Not `lazy`, which would fetch the chunk also for those whom the middleware sends elsewhere.
    loader: async ({ request }) => {
      Loaded ??= await loadChunk(page.load, request.url);
      return null;
    },
    Component: () => Loaded && <Loaded />,
    errorElement: <RouteError />,
  };
};

const layoutRoute = (layout: Layout): RouteObject => ({
  element: <PageLayout layout={layout} />,
  children: existingPages.filter((page) => page.layout === layout).map(pageRoute),
});

/** First where a region can be told from the address, so that its home can be offered. */
const nowhere = ['/:prefix/:region/*', '*'].map((path): RouteObject => ({
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
    middleware: [addressMiddleware],
    children: [...(['default', 'basic', 'wide', 'auth'] as const).map(layoutRoute), ...nowhere],
  },
];
