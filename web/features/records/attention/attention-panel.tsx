import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/config/limits.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { LoadFailed, Loading } from '#web/components/lists/loading.tsx';
import { useQueryState } from '#web/data/use-query.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { Hits } from '#web/features/records/record-hit.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Link } from '#web/ui/link.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import './attention-panel.css';
import type { AttentionItems, LoadLatest, AttentionSource } from './attention-source.ts';
import { findChangedRecords, readSeenStates, storeSeenStates, seenStatesKey } from './seen-states.ts';

const formatCount = (count: number, hasMore: boolean) => `${count}${hasMore ? '+' : ''}`;

/** Groups the to-dos by who has to act, most urgent first. Reported changes belong to the store, which informs the customer. */
const groupByActor = (concerns: readonly AttentionItems[], reported: readonly Hit[]) => {
  const allTodos = [
    ...concerns.flatMap(({ todos }) => todos),
    ...reported.map((hit) => ({ hit, who: 'store' as const, deadline: undefined, hasMore: false })),
  ].toSorted((a, b) => ((a.deadline ?? '~') < (b.deadline ?? '~') ? -1 : 1));
  // A record may be both due and reported; show it once.
  const todo = allTodos.filter(
    ({ hit }, index) => index === allTodos.findIndex((candidate) => candidate.hit.href === hit.href),
  );
  return [...Map.groupBy(todo, ({ who }) => who)].map(([who, actorTodos]) => ({
    who,
    count: formatCount(
      actorTodos.length,
      actorTodos.some(({ hasMore }) => hasMore),
    ),
    hits: actorTodos.slice(0, limits.home.attention).map(({ hit }) => hit),
  }));
};

const tile = (count: string, title: string, href?: string) => {
  const content = (
    <>
      <b>{count}</b>
      <span>{title}</span>
    </>
  );
  return (
    <li key={title} className={/^[1-9]/.test(count) ? undefined : 'is-none'}>
      {href === undefined ? content : <Link href={href}>{content}</Link>}
    </li>
  );
};

type Props = {
  readonly watches: readonly AttentionSource[];
  /** Source of reported changes, and which states are reports; undefined hides them. */
  readonly reports: { readonly latest: LoadLatest; readonly isReport: (state: string) => boolean } | undefined;
  /** Called with `hasFailed` when loading has ended and the height is final, so that the content below can appear. The panel reports the failure itself. */
  readonly onSettled: (hasFailed: boolean) => void;
  readonly more?: ReactNode;
  readonly children?: ReactNode;
};

/** Lists what a store should look at first, by who has to act: deadlines, overdue RMA numbers and reported changes. */
export const AttentionPanel = ({ onSettled, more, children, watches, reports }: Props) => {
  const { t } = useTexts();
  const { prefix, region } = usePlace();
  const today = useToday();
  const session = useSession();
  const storageKey = session && seenStatesKey(session);
  const { replace, ...state } = useQueryState(['attention', prefix, region, storageKey], async () => {
    const place = { prefix, region };
    const [latest, ...concerns] = await Promise.all([
      reports?.latest(place) ?? [],
      ...watches.map((watch) => watch.load(place, today)),
    ]);
    const changedRecords = storageKey === undefined ? [] : findChangedRecords(readSeenStates(storageKey), latest);
    const reported: readonly Hit[] = changedRecords.filter(({ state: newState }) => reports?.isReport(newState));
    if (storageKey !== undefined && reports) storeSeenStates(storageKey, latest, reported);
    return { concerns, latest, reported };
  });
  const notifySettled = useEffectEvent(onSettled);
  useEffect(() => {
    if (state.status !== 'loading') notifySettled(state.status === 'failed');
  }, [state.status]);

  const { concerns = [], reported = [] } = state.status === 'loaded' ? state.data : {};
  const content = () => {
    if (state.status === 'failed') return <LoadFailed failure={state} onRetry={state.reload} />;
    if (state.status !== 'loaded') return <Loading text={t('home.attention.loading')} />;
    const groups = groupByActor(concerns, reported);
    if (groups.length === 0) return <Box color="text-body-secondary">{t('home.attention.nothing')}</Box>;
    return (
      <>
        {groups.map(({ who, count, hits }) => (
          <section key={who} className="todo">
            <h3>{t('home.attention.group', { who: t(`home.attention.who.${who}`), count })}</h3>
            <Hits label={t(`home.attention.who.${who}`)} hits={hits} />
          </section>
        ))}
        {more}
      </>
    );
  };
  const markAsSeen = () => {
    if (state.status !== 'loaded' || storageKey === undefined) return;
    storeSeenStates(storageKey, state.data.latest);
    replace({ ...state.data, reported: [] });
    // The button disappears with the news.
    focusHeading();
  };
  return (
    <>
      {state.status !== 'failed' && (
        <ul className="tiles" aria-busy={state.status === 'loading'}>
          {watches.flatMap(({ titles }, watchIndex) =>
            titles.map((title, titleIndex) => {
              const { count, hasMore = false, all } = concerns[watchIndex]?.counts[titleIndex] ?? {};
              const figure = count === undefined ? '–' : formatCount(count, hasMore);
              return tile(figure, t(title, { count: limits.home.usualRmaWorkingDays }), count ? all : undefined);
            }),
          )}
          {reports && tile(state.status === 'loaded' ? String(reported.length) : '–', t('home.attention.reported'))}
        </ul>
      )}
      <div className="attention">
        <Container
          header={
            <Header
              variant="h2"
              actions={reported.length > 0 && <Button onClick={markAsSeen}>{t('home.attention.seen')}</Button>}
            >
              {t('home.attention.title')}
            </Header>
          }
        >
          {content()}
        </Container>
        {children}
      </div>
    </>
  );
};
