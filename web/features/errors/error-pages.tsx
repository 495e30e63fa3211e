import { paths } from '#shared/paths.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTryAgain } from '#web/data/use-try-again.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Page } from '#web/ui/page.tsx';
import { PlainButton, PlainButtonLink } from '#web/ui/plain-button.tsx';

type ErrorPageProps = { /** What a call failed with, if it was one. */ readonly failure?: Failure | undefined };

/** Whatever failed but a missing page. Its button loads a document anew: what is in memory may be what failed. */
export const ErrorPage = ({ failure }: ErrorPageProps) => {
  const { t } = useTexts();
  return (
    <Page title={t('pageErrors.error.title')} description={t('pageErrors.error.text')}>
      {failure && (
        <p>
          <FailureText failure={failure} />
        </p>
      )}
      <div>
        <PlainButtonLink href={paths.root()} isPrimary reloadDocument>
          {t('pageErrors.home')}
        </PlainButtonLink>
      </div>
    </Page>
  );
};

type OutagePageProps = { readonly failure: Failure; readonly onTryAgain: () => void };

/** Nothing could be asked of the server. It says nothing about who is signed in; the page comes by itself once it can. */
export const OutagePage = ({ failure, onTryAgain }: OutagePageProps) => {
  const { t } = useTexts();
  useTryAgain(true, onTryAgain);
  return (
    <Page title={t('pageErrors.outage.title')} description={t('pageErrors.outage.text')}>
      <p role="alert">
        <FailureText failure={failure} />
      </p>
      <div>
        <PlainButton isPrimary onClick={onTryAgain}>
          {t('pageErrors.outage.retry')}
        </PlainButton>
      </div>
    </Page>
  );
};

type Props = { /** The address matches no page at all. */ readonly isUnknownRoute: boolean };

export const NotFoundPage = ({ isUnknownRoute }: Props) => {
  const { t } = useTexts();
  return (
    <Page
      title={t('pageErrors.notFound.title')}
      description={t(isUnknownRoute ? 'pageErrors.notFound.unknownRoute' : 'pageErrors.notFound.text')}
    >
      <div>
        <PlainButtonLink href={paths.root()} isPrimary>
          {t('pageErrors.home')}
        </PlainButtonLink>
      </div>
    </Page>
  );
};
