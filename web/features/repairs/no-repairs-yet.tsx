import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { NothingYet } from '#web/ui/list/no-rows.tsx';

/** Says that there is nothing yet, and what to do about it. */
export const NoRepairsYet = () => {
  const { t } = useTexts();
  const here = usePlace();
  return (
    <NothingYet
      title={t('repairs.empty.title')}
      hint={t('repairs.empty.hint')}
      action={{ href: paths.bookRepair(here), label: t('repairs.empty.book') }}
    />
  );
};
