import { paths } from '#shared/paths.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';

/** Whatever failed but a missing page. Its button loads a document anew: what is in memory may be what failed. */
export const ErrorPage = () => {
  const { t } = useTexts();
  return (
    <Page title={t('pageErrors.error.title')} description={t('pageErrors.error.text')}>
      <div>
        <PlainButtonLink href={paths.root()} isPrimary reloadDocument>
          {t('pageErrors.home')}
        </PlainButtonLink>
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
