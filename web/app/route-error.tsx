import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router';
import { AppError } from '#shared/errors.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { failureOf, isOutage } from '#web/data/api-errors.ts';
import { ErrorPage, NotFoundPage, OutagePage } from '#web/features/errors/error-pages.tsx';
import { hasTexts } from '#web/language/i18n.ts';
import { BareError } from './last-resort.tsx';
import { PageLayout } from './layout.tsx';

export const RouteError = () => {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404)
    return <NotFoundPage isUnknownRoute={error.data === unknownRoute} />;
  const again = () => void navigate(pathname + search, { replace: true });
  const failure = error instanceof AppError ? failureOf(error) : undefined;
  if (failure && isOutage(failure.code)) return <OutagePage failure={failure} onTryAgain={again} />;
  return <ErrorPage failure={failure} onTryAgain={() => loadDocument(pathname + search)} />;
};

export const unknownRoute = 'unknown route';

/** The same where no layout stands around it; without a language not even that can be built. */
export const RootError = () => {
  const error = useRouteError();
  if (!hasTexts()) return <BareError error={error} />;
  return (
    <PageLayout layout="basic">
      <RouteError />
    </PageLayout>
  );
};
