import { useState } from 'react';
import type { ComponentProps } from 'react';
import { paths } from '#shared/api/paths.ts';
import { isInAudience, repairsAudience } from '#shared/api/policies.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import { ParkedDrafts } from '#web/components/drafts/parked-drafts.tsx';
import type { HomeAction } from '#web/features/home/home-page.tsx';
import { HomePage } from '#web/features/home/home-page.tsx';
import { AskButton } from '#web/features/records/attention/ask-button.tsx';
import { AttentionPanel } from '#web/features/records/attention/attention-panel.tsx';
import type { AttentionSource } from '#web/features/records/attention/attention-source.tsx';
import { createOverdueSource } from '#web/features/records/attention/attention-source.tsx';
import { TopBarSearch, focusTopBarSearch } from '#web/features/records/find/find-records.tsx';
import { LatestPanel } from '#web/features/records/latest-panel.tsx';
import { repairDrafts } from '#web/features/repairs/book/repair-drafts.ts';
import { DeadlineLabel } from '#web/features/repairs/deadlines/deadline-label.tsx';
import { dueRepairsSource, repairsToSendSource } from '#web/features/repairs/deadlines/repair-attention-sources.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnDrafts } from '#web/features/returns/book/return-drafts.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { useFinders } from './use-finders.ts';

// The overview is in Home's chunk, because a separate chunk would add to what the sign-in page loads. Only the overview
// page itself loads the charts.
const { Lazy: LazyOverview } = createLazyComponent(
  async () => (await import('#web/features/overview/overview-page.tsx')).OverviewPage,
);
export const Overview = () => <LazyOverview />;

const { Lazy: LatestReturns } = createLazyComponent(async () => {
  const { returnKind } = await import('#web/features/returns/return-kind.ts');
  return (props: Omit<ComponentProps<typeof LatestPanel>, 'kind'>) => <LatestPanel kind={returnKind} {...props} />;
});

const renderDeadline = (deadline: CalendarDate, today: CalendarDate) => (
  <DeadlineLabel promise="rma" by={deadline} today={today} />
);
const renderAskButton = (reference: string) => <AskButton reference={reference} />;

const overdueReturns: AttentionSource = {
  groups: ['late'],
  load: async (...args) => {
    const { returnKind } = await import('#web/features/returns/return-kind.ts');
    return createOverdueSource(returnKind, renderDeadline, renderAskButton).load(...args);
  },
};

const returnsToSend: AttentionSource = {
  groups: ['send'],
  load: async (...args) =>
    (await import('#web/features/returns/return-attention-source.tsx')).returnsToSendSource.load(...args),
};

const repairSources = [
  dueRepairsSource,
  repairsToSendSource,
  createOverdueSource(repairKind, renderDeadline, renderAskButton),
];

/** Panel of the user's parked drafts, limited to the forms that they may submit. */
export const ParkedPanel = () => {
  const session = useSession();
  if (!session) return null;
  const kinds = [
    ...(isInAudience(session, repairsAudience) ? [repairDrafts] : []),
    ...(session.isRegisterReturnsAllowed ? [returnDrafts] : []),
  ];
  return <ParkedDrafts kinds={kinds} variant="panel" />;
};

export const Home = () => {
  const { t } = useTexts();
  const place = usePlace();
  const session = useSession();
  const finders = useFinders();
  const [attentionStatus, setAttentionStatus] = useState<'loaded' | 'failed'>();
  const [retryCount, setRetryCount] = useState(0);
  const [chosenKind, setChosenKind] = useState<'repairs' | 'returns'>();
  // A failure usually affects all lists, so only the attention panel reports it.
  const failureProps = { hidesFailure: attentionStatus === 'failed' };
  const hasRepairs = session !== undefined && isInAudience(session, repairsAudience);
  const hasReturns = session?.isRegisterReturnsAllowed ?? false;
  const actions: HomeAction[] = [
    ...(hasRepairs ? [{ name: t('shell.nav.bookRepair'), href: paths.bookRepair(place) }] : []),
    ...(hasReturns ? [{ name: t('shell.nav.bookReturn'), href: paths.bookReturn(place) }] : []),
  ];
  const kinds = [...(hasRepairs ? (['repairs'] as const) : []), ...(hasReturns ? (['returns'] as const) : [])];
  const shownKind = chosenKind ?? kinds[0];
  const kindSwitch = kinds.length > 1 && (
    <div className="home-switch">
      {kinds.map((kind) => (
        <PlainButton key={kind} aria-pressed={kind === shownKind} onClick={() => setChosenKind(kind)}>
          {t(`shell.nav.${kind}`)}
        </PlainButton>
      ))}
    </div>
  );
  return (
    <HomePage actions={actions} focusInsteadOfHeading={focusTopBarSearch}>
      <TopBarSearch finders={finders} />
      <ParkedPanel />
      <AttentionPanel
        sources={[...(hasRepairs ? repairSources : []), ...(hasReturns ? [overdueReturns, returnsToSend] : [])]}
        headerActions={
          hasRepairs && (
            <Link className="latest-all" href={`${paths.submittedRepairs(place)}?due=all`}>
              {t('home.attention.all')}
            </Link>
          )
        }
        onSettled={(hasFailed) => {
          setAttentionStatus(hasFailed ? 'failed' : 'loaded');
          // On retry, also reload the latest list, whose failure was not shown.
          if (failureProps.hidesFailure) setRetryCount(retryCount + 1);
        }}
      >
        {/* Loads at once but stays hidden until the panel above has settled, to avoid layout shifts. */}
        <div hidden={attentionStatus === undefined}>
          {shownKind === 'repairs' && (
            <LatestPanel key={retryCount} kind={repairKind} headerActions={kindSwitch} {...failureProps} />
          )}
          {shownKind === 'returns' && <LatestReturns key={retryCount} headerActions={kindSwitch} {...failureProps} />}
        </div>
      </AttentionPanel>
    </HomePage>
  );
};
