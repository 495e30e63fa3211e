import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { RoutingContext } from '#web/browser/routing.ts';
import type { LinkProps } from '#web/browser/routing.ts';

const RouterLink = ({ href, ...rest }: LinkProps) => <Link to={href} {...rest} />;

/** Provides the location and links of the router. */
export const RoutingProvider = ({ children }: { readonly children: ReactNode }) => {
  const { pathname, search } = useLocation();
  const routing = useMemo(() => ({ pathname, search, Link: RouterLink }), [pathname, search]);
  return <RoutingContext value={routing}>{children}</RoutingContext>;
};
