import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/config/limits.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { LoadFailed, Loading } from '#web/components/lists/loading.tsx';
import { useQueryState } from '#web/data/use-query.ts';
import { newsCountText, newsPanelId, useNews } from '#web/features/records/news/news-store.ts';
import { Hits } from '#web/features/records/record-hit.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { focusHeading } from '#web/ui/page.tsx';
import './attention-panel.css';
import { todoGroups } from './attention-source.tsx';
import type { AttentionItems, AttentionSource, Todo, TodoGroup } from './attention-source.tsx';
import { NothingToDo } from './nothing-to-do.tsx';

/** Late to-dos first, then by date. */
const compareUrgency = (a: Todo, b: Todo) => {
  const lateFirst = Number(b.groups.includes('late')) - Number(a.groups.includes('late'));
  return lateFirst || (a.date < b.date ? -1 : 1);
};

const sortTodos = (concerns: readonly AttentionItems[]): readonly Todo[] =>
  concerns.flatMap((concern) => concern.todos).toSorted(compareUrgency);

/** Paths in a 24 × 24 view box. */
const drawings = {
  send: 'm12 3 8 4v10l-8 4-8-4V7ZM4 7l8 4 8-4M12 11v10',
  call: 'M6.5 3h3l1.5 5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 5 1.5v3a2.5 2.5 0 0 1-2.7 2.5A16 16 0 0 1 4 5.7 2.5 2.5 0 0 1 6.5 3Z',
  late: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2',
  news: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4',
} as const satisfies Record<TodoGroup | 'news', string>;

const TileIcon = ({ group }: { readonly group: TodoGroup | 'news' }) => (
  <svg className={`tile-icon is-${group}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={drawings[group]} />
  </svg>
);

type TilesProps = {
  readonly groups: readonly TodoGroup[];
  /** Undefined while loading. */
  readonly todos: readonly Todo[] | undefined;
  readonly incomplete: readonly TodoGroup[];
  readonly chosen: TodoGroup | undefined;
  readonly onChoose: (group: TodoGroup | undefined) => void;
  readonly hasNews: boolean;
};

/** Numbers of to-dos by group, each of which limits the list to its group, and the number of the bell, which opens its list. */
const Tiles = ({ groups, todos, incomplete, chosen, onChoose, hasNews }: TilesProps) => {
  const { t } = useTexts();
  const newsCount = newsCountText(useNews());
  const toCount = (group: TodoGroup) => todos?.filter((todo) => todo.groups.includes(group)).length;
  return (
    <ul className="tiles" aria-busy={todos === undefined} aria-label={t('home.attention.tiles')}>
      {groups.map((group) => {
        const count = toCount(group);
        return (
          <li key={group}>
            <button
              type="button"
              disabled={!count}
              aria-pressed={group === chosen}
              onClick={() => onChoose(group === chosen ? undefined : group)}
            >
              <TileIcon group={group} />
              <b className={`for-${group}`}>{`${count ?? '–'}${incomplete.includes(group) ? '+' : ''}`}</b>{' '}
              <span>{t(`home.attention.groups.${group}`)}</span>
            </button>
          </li>
        );
      })}
      {hasNews && (
        <li>
          <button type="button" popoverTarget={newsPanelId} disabled={newsCount === undefined}>
            <TileIcon group="news" />
            <b className="for-news">{newsCount ?? '–'}</b> <span>{t('home.attention.groups.news')}</span>
          </button>
        </li>
      )}
    </ul>
  );
};

type Props = {
  readonly watches: readonly AttentionSource[];
  /** Called with `hasFailed` when loading has ended and the height is final, so that the content below can appear. The panel reports the failure itself. */
  readonly onSettled: (hasFailed: boolean) => void;
  readonly more?: ReactNode;
  readonly children?: ReactNode;
};

/** Lists what a store has to do, most urgent first: overdue records, parcels and fee quotes. */
export const AttentionPanel = ({ onSettled, more, children, watches }: Props) => {
  const { t } = useTexts();
  const { prefix, region } = usePlace();
  const today = useToday();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const [chosenGroup, setChosenGroup] = useState<TodoGroup>();
  const [isAllShown, setAllShown] = useState(false);
  const state = useQueryState(['attention', prefix, region], async () => ({
    concerns: await Promise.all(watches.map((watch) => watch.load({ prefix, region }, today))),
  }));
  const notifySettled = useEffectEvent(onSettled);
  useEffect(() => {
    if (state.status !== 'loading') notifySettled(state.status === 'failed');
  }, [state.status]);

  const { concerns = [] } = state.status === 'loaded' ? state.data : {};
  const todos = sortTodos(concerns);
  const groups = todoGroups.filter((group) => watches.some((watch) => watch.groups.includes(group)));
  // An admin sends no parcels: those of the region's stores are counted, and listed when asked for.
  const ownTodos = todos.filter((todo) => !isAdmin || todo.groups.some((group) => group !== 'send'));
  const listedTodos = chosenGroup ? todos.filter((todo) => todo.groups.includes(chosenGroup)) : ownTodos;
  const shownTodos = isAllShown || chosenGroup ? listedTodos : listedTodos.slice(0, limits.home.shownTodos);
  const title = t(isAdmin ? 'home.attention.title' : 'home.attention.turn');

  const content = () => {
    if (state.status === 'failed') return <LoadFailed failure={state} onRetry={state.reload} />;
    if (state.status !== 'loaded') return <Loading text={t('home.attention.loading')} />;
    if (listedTodos.length === 0) {
      const [nextDay] = concerns.flatMap(({ nextDay: day }) => day ?? []).toSorted();
      return <NothingToDo nextDay={nextDay} />;
    }
    return (
      <>
        <Hits label={title} hits={shownTodos.map(({ hit, action }) => ({ ...hit, ...(!isAdmin && { action }) }))} />
        {shownTodos.length < listedTodos.length && (
          <Button
            onClick={() => {
              setAllShown(true);
              // The button disappears.
              focusHeading();
            }}
          >
            {t('home.attention.showAll', { count: listedTodos.length })}
          </Button>
        )}
      </>
    );
  };
  return (
    <>
      {state.status !== 'failed' && (
        <Tiles
          groups={groups}
          todos={state.status === 'loaded' ? todos : undefined}
          incomplete={concerns.flatMap(({ incomplete }) => incomplete)}
          chosen={chosenGroup}
          onChoose={setChosenGroup}
          hasNews={!isAdmin}
        />
      )}
      <div className="attention home-lists">
        <Container
          header={
            <Header
              variant="h2"
              counter={listedTodos.length > 0 ? `(${listedTodos.length})` : undefined}
              actions={state.status === 'loaded' && more}
            >
              {title}
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
