import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useAsked } from '#web/data/use-query.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { Hits } from '#web/features/records/record-hit.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Link } from '#web/ui/link.tsx';
import { LoadFailed, Loading } from '#web/ui/list/loading.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import './attention-panel.css';
import { changedSince, readSeen, rememberSeen, seenName } from './seen-states.ts';
import type { Concern, Latest, Watch } from './watch.ts';

const atLeast = (count: number, hasMore: boolean) => `${count}${hasMore ? '+' : ''}`;

/** What there is to do for each who has to, the most urgent first; what was reported is for the store to pass on. */
const groupsOf = (concerns: readonly Concern[], reported: readonly Hit[]) => {
  const all = [
    ...concerns.flatMap(({ todo }) => todo),
    ...reported.map((hit) => ({ hit, who: 'store' as const, by: undefined, hasMore: false })),
  ].toSorted((one, other) => ((one.by ?? '~') < (other.by ?? '~') ? -1 : 1));
  // Of a record that is both, what is to be done is said once.
  const todo = all.filter(({ hit }, at) => at === all.findIndex((one) => one.hit.href === hit.href));
  return [...Map.groupBy(todo, ({ who }) => who)].map(([who, theirs]) => ({
    who,
    count: atLeast(
      theirs.length,
      theirs.some(({ hasMore }) => hasMore),
    ),
    hits: theirs.slice(0, limits.home.attention).map(({ hit }) => hit),
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
  readonly watches: readonly Watch[];
  /** Where what was reported shows, and which states are reports. */
  readonly reports: { readonly latest: Latest; readonly isReport: (state: string) => boolean } | undefined;
  /** Its height is known: what stands below it can show. Gets whether it failed, which it says. */
  readonly onSettled: (hasFailed: boolean) => void;
  readonly more?: ReactNode;
  readonly children?: ReactNode;
};

/** What a store should look at first, by who has to act: what is due, RMA numbers that are long in coming, and what was reported. */
export const AttentionPanel = ({ onSettled, more, children, watches, reports }: Props) => {
  const { t } = useTexts();
  const { prefix, region } = usePlace();
  const today = useToday();
  const session = useSession();
  const memory = session && seenName(session);
  const { replace, ...state } = useAsked(['attention', prefix, region, memory], async () => {
    const place = { prefix, region };
    const [latest, ...concerns] = await Promise.all([
      reports?.latest(place) ?? [],
      ...watches.map((watch) => watch.ask(place, today)),
    ]);
    const changed = memory === undefined ? [] : changedSince(readSeen(memory), latest);
    const reported: readonly Hit[] = changed.filter(({ state: now }) => reports?.isReport(now));
    if (memory !== undefined && reports) rememberSeen(memory, latest, reported);
    return { concerns, latest, reported };
  });
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (state.status !== 'loading') settle(state.status === 'failed');
  }, [state.status]);

  const { concerns = [], reported = [] } = state.status === 'loaded' ? state.data : {};
  const content = () => {
    if (state.status === 'failed') return <LoadFailed failure={state} onRetry={state.reload} />;
    if (state.status !== 'loaded') return <Loading text={t('home.attention.loading')} />;
    const groups = groupsOf(concerns, reported);
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
  const seen = () => {
    if (state.status !== 'loaded' || memory === undefined) return;
    rememberSeen(memory, state.data.latest);
    replace({ ...state.data, reported: [] });
    // The button goes with the news.
    focusHeading();
  };
  return (
    <>
      {state.status !== 'failed' && (
        <ul className="tiles" aria-busy={state.status === 'loading'}>
          {watches.flatMap(({ titles }, at) =>
            titles.map((title, place) => {
              const { count, hasMore = false, all } = concerns[at]?.counts[place] ?? {};
              const figure = count === undefined ? '–' : atLeast(count, hasMore);
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
              actions={reported.length > 0 && <Button onClick={seen}>{t('home.attention.seen')}</Button>}
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
