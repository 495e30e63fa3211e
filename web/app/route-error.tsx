import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router';
import { AppError } from '#shared/api/errors.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { toFailure, isOutage } from '#web/data/api-errors.ts';
import { ErrorPage, NotFoundPage, OutagePage } from '#web/features/errors/error-pages.tsx';
import { hasTexts } from '#web/i18n/i18n.ts';
import { FallbackErrorPage } from './app-error-boundary.tsx';
import { PageLayout } from './layout.tsx';
import { RoutingProvider } from './routing-provider.tsx';

export const RouteError = () => {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404)
    return <NotFoundPage isUnknownRoute={error.data === unknownRoute} />;
  const retryNavigation = () => void navigate(pathname + search, { replace: true });
  const failure = error instanceof AppError ? toFailure(error) : undefined;
  if (failure && isOutage(failure.code)) return <OutagePage failure={failure} onTryAgain={retryNavigation} />;
  return <ErrorPage failure={failure} onTryAgain={() => loadDocument(pathname + search)} />;
};

/** Data of the 404 response that a loader or middleware throws if the URL matches no page. */
export const unknownRoute = 'unknown route';

/** Error element of the root route: adds the layout, or falls back to the built-in page if no texts are loaded. */
export const RootError = () => {
  const error = useRouteError();
  if (!hasTexts()) return <FallbackErrorPage error={error} />;
  return (
    <RoutingProvider>
      <PageLayout layout="basic">
        <RouteError />
      </PageLayout>
    </RoutingProvider>
  );
};
