import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import './latest.css';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import { usePlace } from '#web/browser/place.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadFailed } from './load-failed.tsx';
import type { AskRows, Row } from './load-rows.ts';
import { Loading } from './loading.tsx';
import type { Waiting } from './tell-news.ts';
import { tellNews } from './tell-news.ts';
import { useRefreshWhilePending } from './use-refresh-while-pending.ts';
import type { RowsState } from './use-rows.ts';
import { useRows } from './use-rows.ts';

type ContentProps<Item> = {
  readonly loadingText: string;
  readonly renderEntry: (item: Item) => ReactNode;
  readonly empty: ReactNode;
};

type Props<Item> = ContentProps<Item> &
  Waiting<Item> & {
    readonly title: string;
    /** The way to the whole list. */
    readonly all: { readonly href: string; readonly label: string };
    readonly ask: AskRows<Item>;
  };

type OwnProps<Item> = ContentProps<Item> & { readonly state: RowsState<Item>; readonly onRetry: () => void };

const Content = <Item extends Row>({ state, onRetry, loadingText, renderEntry, empty }: OwnProps<Item>) => {
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={onRetry} />;
  if (state.status === 'loading') return <Loading text={loadingText} />;
  const { items } = state.found;
  if (items.length === 0) return empty;
  return (
    <ul className="latest">
      {items.map((item) => (
        <Fragment key={item.id}>{renderEntry(item)}</Fragment>
      ))}
    </ul>
  );
};

/** A panel of the home page: the latest records of a kind, and the way to all of them. New RMA numbers appear by themselves. */
export const LatestPanel = <Item extends Row>({ title, all, ask, isPending, newsOf, ...content }: Props<Item>) => {
  const { region } = usePlace();
  const { state, reload, refresh } = useRows<Item>({
    question: region,
    size: limits.home.latest,
    ask,
    onNews: (before, after) => tellNews({ isPending, newsOf }, before, after),
  });
  useRefreshWhilePending({ isPending: state.status === 'loaded' && state.found.items.some(isPending), refresh });
  return (
    <Container
      header={
        <Header variant="h2" actions={<LinkButton href={all.href}>{all.label}</LinkButton>}>
          {title}
        </Header>
      }
    >
      <Content {...content} state={state} onRetry={reload} />
    </Container>
  );
};
