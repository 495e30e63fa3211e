import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import './attention-panel.css';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import { Hits } from '#web/features/records/record-hit.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { Link } from '#web/ui/link.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import type { Watched } from './use-attention.ts';
import { useAttention } from './use-attention.ts';

type TileProps = { readonly count: string; readonly title: string; readonly href: string | undefined };

/** How many there are; leads to all of them. */
const Tile = ({ count, title, href }: TileProps) => {
  const content = (
    <>
      <b>{count}</b>
      <span>{title}</span>
    </>
  );
  return (
    <li className={/^[1-9]/.test(count) ? undefined : 'is-none'}>
      {href === undefined ? content : <Link href={href}>{content}</Link>}
    </li>
  );
};

type Props = Watched & {
  /** Its height is known: what stands below it can show. Gets whether it failed, which it says. */
  readonly onSettled: (hasFailed: boolean) => void;
  /** Stands beside what there is to do, or below it. */
  readonly children?: ReactNode;
};

/** What a store should look at first: fees to be answered, RMA numbers that are long in coming, and what was reported. */
export const AttentionPanel = ({ onSettled, children, watches, reports }: Props) => {
  const { t } = useTexts();
  const { state, reload, markSeen } = useAttention({ watches, reports });
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (state.status !== 'loading') settle(state.status === 'failed');
  }, [state.status]);

  const content = () => {
    if (state.status === 'loading') return <Loading text={t('home.attention.loading')} />;
    if (state.status === 'failed') return <LoadFailed failure={state.failure} onRetry={reload} />;
    const hits = [...state.concerns.flatMap((concern) => concern.hits), ...state.reported];
    // Of a record that is both, what is to be done is said once.
    const todo = [...new Map(hits.map((hit) => [hit.href, hit])).values()];
    if (todo.length === 0) return <Box color="text-body-secondary">{t('home.attention.nothing')}</Box>;
    return <Hits label={t('home.attention.title')} hits={todo} />;
  };
  const { concerns = [], reported = [] } = state.status === 'loaded' ? state : {};
  const seen = () => {
    markSeen();
    // The button goes with the news.
    focusHeading();
  };
  return (
    <>
      {state.status !== 'failed' && (
        <ul className="tiles" aria-busy={state.status === 'loading'}>
          {watches.map(({ title }, at) => {
            const { hits, hasMore = false, all } = concerns[at] ?? {};
            return (
              <Tile
                key={title}
                count={hits ? `${hits.length}${hasMore ? '+' : ''}` : '–'}
                title={t(title, { count: limits.home.usualRmaDays })}
                href={hits && hits.length > 0 ? all : undefined}
              />
            );
          })}
          {reports && (
            <Tile
              count={state.status === 'loaded' ? String(reported.length) : '–'}
              title={t('home.attention.reported')}
              href={undefined}
            />
          )}
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
