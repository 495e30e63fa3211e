import type { ComponentType } from 'react';
import { data } from 'react-router';
import type { RouteObject } from 'react-router';
import { loadChunk } from '#web/ui/chunks.ts';
import { enter } from './enter.ts';
import { PageLayout } from './layout.tsx';
import { existingPages } from './pages.ts';
import type { ExistingPage, Layout } from './pages.ts';
import { Root } from './root.tsx';
import { RootError, RouteError, unknownRoute } from './route-error.tsx';
import { settle } from './settle.ts';

const pageRoute = (page: ExistingPage): RouteObject => {
  let Loaded: ComponentType | undefined;
  return {
    path: page.pattern,
    caseSensitive: true,
    middleware: [enter(page)],
    // Not `lazy`, which would fetch the chunk also for those whom the middleware sends elsewhere.
    loader: async () => {
      Loaded ??= await loadChunk(page.load);
      return null;
    },
    Component: () => Loaded && <Loaded />,
    errorElement: <RouteError />,
  };
};

const layouts: readonly Layout[] = ['default', 'basic', 'wide', 'auth'];

const layoutRoute = (layout: Layout): RouteObject => ({
  element: <PageLayout layout={layout} />,
  children: existingPages.filter((page) => page.layout === layout).map(pageRoute),
});

const nothing: RouteObject = {
  path: '*',
  loader: () => {
    throw data(unknownRoute, { status: 404 });
  },
  Component: () => null,
};

/** The whole site: every page of the table within its layout, and what happens on the way to it. */
export const routeObjects: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RootError />,
    HydrateFallback: () => null,
    middleware: [settle],
    children: [...layouts.map(layoutRoute), nothing],
  },
];
