import { useTexts } from '#web/i18n/i18n.ts';

/** Id of the main content. */
export const mainId = 'main';

export const SkipLink = () => {
  const { t } = useTexts();
  return (
    <a className="skip-link" href={`#${mainId}`}>
      {t('shell.skip')}
    </a>
  );
};
