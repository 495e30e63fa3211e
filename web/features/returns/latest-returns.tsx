import { paths } from '#shared/paths.ts';
import type { ReturnSummary } from '#shared/returns/return.ts';
import { returns } from '#shared/routes/returns.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LatestPanel } from '#web/ui/list/latest-panel.tsx';
import { LatestReturn } from './latest-return.tsx';
import { NoReturnsYet } from './list/no-returns-yet.tsx';
import { isPending, returnNews } from './return-labels.ts';

/** The home page's panel of returns. */
export const LatestReturns = () => {
  const texts = useTexts();
  const { t } = texts;
  const here = usePlace();
  return (
    <LatestPanel<ReturnSummary>
      title={t('returns.latest.title')}
      all={{ href: paths.submittedReturns(here), label: t('returns.latest.all') }}
      loadingText={t('returns.list.loading')}
      ask={(page, call) => call(returns.listReturns, { region: here.region, ...page })}
      renderEntry={(record) => <LatestReturn record={record} />}
      empty={<NoReturnsYet />}
      isPending={isPending}
      newsOf={(record) => returnNews(record, texts)}
    />
  );
};
