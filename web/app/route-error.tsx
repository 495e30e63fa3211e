import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage, NotFoundPage } from '#web/features/errors/error-pages.tsx';
import { PageLayout } from './layout.tsx';

/** What a page's failure leaves: 404 or, for anything else, 500. */
export const RouteError = () => {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <NotFoundPage isUnknownRoute={error.data === unknownRoute} />
  ) : (
    <ErrorPage />
  );
};

/** Marks a 404 of an address that matches no page at all. */
export const unknownRoute = 'unknown route';

/** The same where no layout stands around it. */
export const RootError = () => (
  <PageLayout layout="basic">
    <RouteError />
  </PageLayout>
);
