import { useEffect, useReducer } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { LoadingBar } from '#web/app/loading-bar.tsx';
import { RoutingContext } from '#web/browser/routing.ts';
import type { LinkProps } from '#web/browser/routing.ts';
import { repeatEarlySubmit } from './early-submit.ts';

const DocumentLink = (props: LinkProps) => {
  const { reloadDocument: _, children, ...rest } = props;
  return <a {...rest}>{children}</a>;
};

type RoutingProps = { readonly pathname: string; readonly children: ReactNode };

/** Provides the location of a document, whose links all load documents. */
export const DocumentRouting = ({ pathname, children }: RoutingProps) => (
  <RoutingContext value={{ pathname, search: '', Link: DocumentLink }}>{children}</RoutingContext>
);

type Props = {
  readonly Page: ComponentType;
  readonly pathname: string;
  readonly alerts: ReactNode;
};

/** Main content of a page that is prerendered at build time. Sign-in pages are hydrated in the browser. */
export const StaticPage = ({ Page, pathname, alerts }: Props) => {
  const [isHydrated, markHydrated] = useReducer(() => true, false);
  useEffect(() => markHydrated(), []);
  // The form is submitted after the first effects, in which the page takes over what has been typed.
  useEffect(() => {
    if (isHydrated) repeatEarlySubmit();
  }, [isHydrated]);
  return (
    <DocumentRouting pathname={pathname}>
      <LoadingBar />
      {alerts}
      <Page />
    </DocumentRouting>
  );
};
