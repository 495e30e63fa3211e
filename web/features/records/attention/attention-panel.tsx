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
import { RecordLinks } from '#web/features/records/record-links.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { focusHeading } from '#web/ui/page.tsx';
import './attention-panel.css';
import { todoGroups } from './attention-source.tsx';
import type { AttentionResult, AttentionSource, Todo, TodoGroup } from './attention-source.tsx';
import { NothingToDo } from './nothing-to-do.tsx';

/** Sorts late to-dos first, then by date. */
const compareUrgency = (a: Todo, b: Todo) => {
  const lateDifference = Number(b.groups.includes('late')) - Number(a.groups.includes('late'));
  return lateDifference || (a.date < b.date ? -1 : 1);
};

const sortTodos = (results: readonly AttentionResult[]): readonly Todo[] =>
  results.flatMap((result) => result.todos).toSorted(compareUrgency);

/** SVG path data in a 24 × 24 view box. */
const iconPaths = {
  send: 'm12 3 8 4v10l-8 4-8-4V7ZM4 7l8 4 8-4M12 11v10',
  call: 'M6.5 3h3l1.5 5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 5 1.5v3a2.5 2.5 0 0 1-2.7 2.5A16 16 0 0 1 4 5.7 2.5 2.5 0 0 1 6.5 3Z',
  late: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2',
  news: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4',
} as const satisfies Record<TodoGroup | 'news', string>;

const TileIcon = ({ group }: { readonly group: TodoGroup | 'news' }) => (
  <svg className={`tile-icon is-${group}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={iconPaths[group]} />
  </svg>
);

type TilesProps = {
  readonly groups: readonly TodoGroup[];
  /** Undefined while loading. */
  readonly todos: readonly Todo[] | undefined;
  readonly incompleteGroups: readonly TodoGroup[];
  readonly selectedGroup: TodoGroup | undefined;
  readonly onSelect: (group: TodoGroup | undefined) => void;
  readonly hasNews: boolean;
};

/** Buttons with the number of to-dos of each group, which filter the list, and a button with the number of news, which opens the news. */
const Tiles = ({ groups, todos, incompleteGroups, selectedGroup, onSelect, hasNews }: TilesProps) => {
  const { t } = useTexts();
  const newsCount = newsCountText(useNews());
  const countTodos = (group: TodoGroup) => todos?.filter((todo) => todo.groups.includes(group)).length;
  return (
    <ul className="tiles" aria-busy={todos === undefined} aria-label={t('home.attention.tiles')}>
      {groups.map((group) => {
        const count = countTodos(group);
        return (
          <li key={group}>
            <button
              type="button"
              disabled={!count}
              aria-pressed={group === selectedGroup}
              onClick={() => onSelect(group === selectedGroup ? undefined : group)}
            >
              <TileIcon group={group} />
              <b className={`for-${group}`}>{`${count ?? '–'}${incompleteGroups.includes(group) ? '+' : ''}`}</b>{' '}
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
  readonly sources: readonly AttentionSource[];
  /** Called when loading has ended and the panel's height is final, so that the page can show the content below. The panel itself shows the error if `hasFailed`. */
  readonly onSettled: (hasFailed: boolean) => void;
  /** Shown in the header of the list once it is loaded. */
  readonly headerActions?: ReactNode;
  /** Shown after the list. */
  readonly children?: ReactNode;
};

/** Lists what a store has to do, most urgent first: overdue records, parcels and fee quotes. */
export const AttentionPanel = ({ onSettled, headerActions, children, sources }: Props) => {
  const { t } = useTexts();
  const { prefix, region } = usePlace();
  const today = useToday();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const [selectedGroup, setSelectedGroup] = useState<TodoGroup>();
  const [isAllShown, setAllShown] = useState(false);
  const state = useQueryState(
    ['attention', prefix, region],
    async () => ({ results: await Promise.all(sources.map((source) => source.load({ prefix, region }, today))) }),
    () => {
      const preloaded = sources.flatMap((source) => source.findPreloaded?.({ prefix, region }, today) ?? []);
      return preloaded.length === sources.length ? { results: preloaded.map((read) => read()) } : undefined;
    },
  );
  const notifySettled = useEffectEvent(onSettled);
  useEffect(() => {
    if (state.status !== 'loading') notifySettled(state.status === 'failed');
  }, [state.status]);

  const { results = [] } = state.status === 'loaded' ? state.data : {};
  const todos = sortTodos(results);
  const groups = todoGroups.filter((group) => sources.some((source) => source.groups.includes(group)));
  // Admins send no parcels, so the parcels of their region's stores are counted, but listed only when their group is selected.
  const defaultTodos = todos.filter((todo) => !isAdmin || todo.groups.some((group) => group !== 'send'));
  const listedTodos = selectedGroup ? todos.filter((todo) => todo.groups.includes(selectedGroup)) : defaultTodos;
  const shownTodos = isAllShown || selectedGroup ? listedTodos : listedTodos.slice(0, limits.home.shownTodos);
  const title = t(isAdmin ? 'home.attention.title' : 'home.attention.turn');

  const renderContent = () => {
    if (state.status === 'failed') return <LoadFailed failure={state} onRetry={state.reload} />;
    if (state.status !== 'loaded') return <Loading text={t('home.attention.loading')} />;
    if (listedTodos.length === 0) {
      const [nextDay] = results.flatMap(({ nextDay: day }) => day ?? []).toSorted();
      return <NothingToDo nextDay={nextDay} />;
    }
    return (
      <>
        <RecordLinks
          label={title}
          entries={shownTodos.map(({ entry, action }) => ({ ...entry, ...(!isAdmin && { action }) }))}
        />
        {shownTodos.length < listedTodos.length && (
          <Button
            onClick={() => {
              setAllShown(true);
              // The focus moves to the heading, because the button disappears.
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
          incompleteGroups={results.flatMap((result) => result.incompleteGroups)}
          selectedGroup={selectedGroup}
          onSelect={setSelectedGroup}
          hasNews={!isAdmin}
        />
      )}
      <div className="attention home-lists">
        <Container
          header={
            <Header
              variant="h2"
              counter={listedTodos.length > 0 ? `(${listedTodos.length})` : undefined}
              actions={state.status === 'loaded' && headerActions}
            >
              {title}
            </Header>
          }
        >
          {renderContent()}
        </Container>
        {children}
      </div>
    </>
  );
};
