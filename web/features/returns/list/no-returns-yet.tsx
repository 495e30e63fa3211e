import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { NothingYet } from '#web/ui/list/no-rows.tsx';

/** Says that there is nothing yet, and what to do about it. */
export const NoReturnsYet = () => {
  const { t } = useTexts();
  const here = usePlace();
  return (
    <NothingYet
      title={t('returns.empty.title')}
      hint={t('returns.empty.hint')}
      action={{ href: paths.bookReturn(here), label: t('returns.empty.book') }}
    />
  );
};
