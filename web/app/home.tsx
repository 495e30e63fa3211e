import { useState } from 'react';
import type { ComponentProps } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { isInAudience, repairsAudience } from '#shared/policies.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { usePlace } from '#web/browser/place.ts';
import type { HomeAction } from '#web/features/home/home-page.tsx';
import { HomePage } from '#web/features/home/home-page.tsx';
import { AttentionPanel } from '#web/features/records/attention/attention-panel.tsx';
import type { Watch } from '#web/features/records/attention/watch.ts';
import { latestOf, overdueIn } from '#web/features/records/attention/watch.ts';
import { BarFind, focusBarFind } from '#web/features/records/find/find-records.tsx';
import { LatestPanel } from '#web/features/records/latest-panel.tsx';
import { bookingDrafts } from '#web/features/repairs/book/booking-values.ts';
import { Due, dueRepairs } from '#web/features/repairs/promises/watch-due.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnDrafts } from '#web/features/returns/book/booking-values.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { ParkedDrafts } from '#web/ui/drafts/parked-drafts.tsx';
import { lazily } from '#web/ui/lazily.tsx';
import { Link } from '#web/ui/link.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { useFinders } from './use-finders.ts';

const { Lazy: LatestReturns } = lazily(async () => {
  const { returnKind } = await import('#web/features/returns/return-kind.ts');
  return (props: Omit<ComponentProps<typeof LatestPanel>, 'kind'>) => <LatestPanel kind={returnKind} {...props} />;
});

const dueOf = (by: CalendarDate, today: CalendarDate) => <Due by={by} today={today} />;

const overdueReturns: Watch = {
  titles: ['returns.short.overdue'],
  ask: async (...asked) => {
    const { returnKind } = await import('#web/features/returns/return-kind.ts');
    return overdueIn(returnKind, 'submitted', dueOf).ask(...asked);
  },
};

const repairWatches = [dueRepairs, overdueIn(repairKind, 'submitted', dueOf)];

const repairReports = {
  latest: latestOf(repairKind),
  // A fee is a concern of its own for as long as it waits.
  isReport: (state: string) => state !== 'quoted' && providerStates.some((known) => known === state),
};

/** The forms that its user has begun and may send. */
export const ParkedPanel = () => {
  const session = useSession();
  if (!session) return null;
  const kinds = [
    ...(isInAudience(session, repairsAudience) ? [bookingDrafts] : []),
    ...(session.isRegisterReturnsAllowed ? [returnDrafts] : []),
  ];
  return <ParkedDrafts kinds={kinds} variant="panel" />;
};

export const Home = () => {
  const { t } = useTexts();
  const place = usePlace();
  const session = useSession();
  const finders = useFinders();
  const [attention, setAttention] = useState<'loaded' | 'failed'>();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<'repairs' | 'returns'>();
  // What keeps one list away mostly keeps all: it is told once.
  const told = { isFailureTold: attention === 'failed' };
  const hasRepairs = session !== undefined && isInAudience(session, repairsAudience);
  const hasReturns = session?.isRegisterReturnsAllowed ?? false;
  const actions: HomeAction[] = [
    ...(hasRepairs ? [{ name: t('shell.nav.bookRepair'), href: paths.bookRepair(place) }] : []),
    ...(hasReturns ? [{ name: t('shell.nav.bookReturn'), href: paths.bookReturn(place) }] : []),
  ];
  const kinds = [...(hasRepairs ? (['repairs'] as const) : []), ...(hasReturns ? (['returns'] as const) : [])];
  const shown = chosen ?? kinds[0];
  const others = kinds.length > 1 && (
    <div className="home-switch">
      {kinds.map((kind) => (
        <PlainButton key={kind} aria-pressed={kind === shown} onClick={() => setChosen(kind)}>
          {t(`shell.nav.${kind}`)}
        </PlainButton>
      ))}
    </div>
  );
  return (
    <HomePage actions={actions} focusFirst={focusBarFind}>
      <BarFind finders={finders} />
      <ParkedPanel />
      <AttentionPanel
        watches={[...(hasRepairs ? repairWatches : []), ...(hasReturns ? [overdueReturns] : [])]}
        more={
          hasRepairs && (
            <Link className="latest-all" href={`${paths.submittedRepairs(place)}?due=all`}>
              {t('home.attention.all')}
            </Link>
          )
        }
        reports={hasRepairs ? repairReports : undefined}
        onSettled={(hasFailed) => {
          setAttention(hasFailed ? 'failed' : 'loaded');
          // Tried again: so is what was not told beside it.
          if (told.isFailureTold) setRound(round + 1);
        }}
      >
        {/* It is asked for at once, and shows when what stands above it moves no more. */}
        <div hidden={attention === undefined}>
          {shown === 'repairs' && <LatestPanel key={round} kind={repairKind} others={others} {...told} />}
          {shown === 'returns' && <LatestReturns key={round} others={others} {...told} />}
        </div>
      </AttentionPanel>
    </HomePage>
  );
};
