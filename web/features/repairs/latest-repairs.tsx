import { paths } from '#shared/paths.ts';
import { isPending } from '#shared/repairs/lifecycle.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LatestPanel } from '#web/ui/list/latest-panel.tsx';
import { LatestRepair } from './latest-repair.tsx';
import { NoRepairsYet } from './no-repairs-yet.tsx';
import { repairNews } from './repair-labels.ts';

/** The home page's panel of repairs. */
export const LatestRepairs = () => {
  const texts = useTexts();
  const { t } = texts;
  const here = usePlace();
  return (
    <LatestPanel<RepairSummary>
      title={t('repairs.latest.title')}
      all={{ href: paths.submittedRepairs(here), label: t('repairs.latest.all') }}
      loadingText={t('repairs.loading')}
      ask={(page, call) => call(repairs.listRepairs, { region: here.region, ...page })}
      renderEntry={(repair) => <LatestRepair repair={repair} />}
      empty={<NoRepairsYet />}
      isPending={isPending}
      newsOf={(repair) => repairNews(repair, texts)}
    />
  );
};
