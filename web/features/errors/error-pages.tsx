import './error-pages.css';
import type { ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { usePathPlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useAutoRetry } from '#web/data/use-auto-retry.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { FailureId } from '#web/ui/failure-text.tsx';
import { Page } from '#web/ui/page.tsx';
import { Parcel, questionMark } from '#web/ui/parcel.tsx';
import { PlainButton, PlainButtonLink } from '#web/ui/plain-button.tsx';

type FrameProps = {
  readonly mark: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly failure?: Failure | undefined;
  readonly children: ReactNode;
};

const ErrorFrame = ({ mark, title, text, failure, children }: FrameProps) => (
  <div className="error-page">
    <Parcel>{mark}</Parcel>
    <Page title={title} description={text}>
      {failure && <FailureId failure={failure} />}
      <div>{children}</div>
    </Page>
  </div>
);

/** Returns the home path of the region in the URL, or the root path without one. */
const useHomePath = () => {
  const { prefix, region } = usePathPlace();
  return prefix && region ? paths.home({ prefix, region }) : paths.root();
};

type ErrorPageProps = { readonly failure: Failure | undefined; readonly onTryAgain: () => void };

/** Page for any failure except a missing page. Its buttons load a new document, because in-memory state may be the cause. */
export const ErrorPage = ({ failure, onTryAgain }: ErrorPageProps) => {
  const { t } = useTexts();
  return (
    <ErrorFrame
      mark={<path className="parcel-mark" d="m24 46 8 6-4 8 8 6" />}
      title={t('pageErrors.error.title')}
      text={t('pageErrors.error.text')}
      failure={failure}
    >
      <PlainButtonLink href={useHomePath()} isPrimary reloadDocument>
        {t('pageErrors.home')}
      </PlainButtonLink>{' '}
      <PlainButton onClick={onTryAgain}>{t('pageErrors.outage.retry')}</PlainButton>
    </ErrorFrame>
  );
};

/** Page for an unreachable server, which retries automatically. The session is unaffected. */
export const OutagePage = ({ failure, onTryAgain }: ErrorPageProps) => {
  const { t } = useTexts();
  useAutoRetry(true, onTryAgain);
  return (
    <ErrorFrame
      mark={<path className="parcel-mark" d="M24 46v14m10-9v14" />}
      title={t('pageErrors.outage.title')}
      text={t(failure?.code === 'Offline' ? 'pageErrors.outage.offline' : 'pageErrors.outage.text')}
      failure={failure}
    >
      <PlainButton isPrimary onClick={onTryAgain}>
        {t('pageErrors.outage.retry')}
      </PlainButton>
    </ErrorFrame>
  );
};

/** 404 page. `isUnknownRoute` means that the URL matches no page. */
export const NotFoundPage = ({ isUnknownRoute }: { readonly isUnknownRoute: boolean }) => {
  const { t } = useTexts();
  return (
    <ErrorFrame
      mark={questionMark}
      title={t('pageErrors.notFound.title')}
      text={t(isUnknownRoute ? 'pageErrors.notFound.unknownRoute' : 'pageErrors.notFound.text')}
    >
      <PlainButtonLink href={useHomePath()} isPrimary>
        {t('pageErrors.home')}
      </PlainButtonLink>
    </ErrorFrame>
  );
};
