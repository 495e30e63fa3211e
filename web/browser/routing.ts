import { createContext, useContext } from 'react';
import type { ComponentProps, ComponentType } from 'react';

export type LinkProps = ComponentProps<'a'> & {
  readonly href: string;
  /** Loads a new document instead of rendering the page in this one. */
  readonly reloadDocument?: boolean;
};

/** Location of the shown page, and the component of its links. The application takes both from its router; static pages have no router. */
export type Routing = {
  readonly pathname: string;
  readonly search: string;
  readonly Link: ComponentType<LinkProps>;
};

export const RoutingContext = createContext<Routing | undefined>(undefined);

export const useRouting = (): Routing => {
  const routing = useContext(RoutingContext);
  if (!routing) throw new Error('This component stands outside a page.');
  return routing;
};
