import { createContext, useContext } from 'react';
import type { ComponentProps, ComponentType } from 'react';

export type LinkProps = ComponentProps<'a'> & {
  readonly href: string;
  /** Loads the document where the application would render the page in place. */
  readonly reloadDocument?: boolean;
};

/** Location of the page that is shown, and its links. The application takes both from its router; static pages have none. */
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
