import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import './latest-panel.css';
import { Fragment } from 'react';
import { limits } from '#shared/limits.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useFollowLink } from '#web/ui/link.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { useRows } from '#web/ui/list/use-rows.ts';
import { Pictogram } from '#web/ui/pictogram.tsx';
import { announceRma } from './announce-rma.ts';
import { NothingYet } from './nothing-yet.tsx';
import { recordAddress } from './record-address.ts';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';
import { rmaText } from './record-kind.ts';
import { StateLabel } from './state-label.tsx';

type Props<Summary extends SubmittedRecord> = { readonly kind: RecordKind<Summary> };

/** Whether the page says already that its records cannot be loaded, and has the way to try again. */
export type Told = { readonly isFailureTold?: boolean };

/** One record; leads to its details. Only admins, who see those of a whole region, are told the store. */
const LatestRecord = <Summary extends SubmittedRecord>({
  kind,
  record,
}: Props<Summary> & { readonly record: Summary }) => {
  const texts = useTexts();
  const place = usePlace();
  const follow = useFollowLink();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const facts = [
    texts.formatInstant(record.createdAt, regions[place.region].timeZone),
    ...(kind.latestFacts?.(record, texts) ?? []),
    texts.t(`${kind.name}.latest.rma`, { rma: rmaText(kind, record, texts) ?? '–' }),
    ...(isAdmin ? [record.storeName] : []),
  ];
  return (
    <li>
      <div className="latest-head">
        <Link
          variant="primary"
          href={recordAddress(kind.paths.list(place), record)}
          onFollow={(event) => follow(event, event.detail.href)}
        >
          {record.storeRefNo}
        </Link>
        <StateLabel kind={kind} state={record.state} />
      </div>
      <Box>
        <Pictogram name={kind.pictogram(record)} />
        {kind.productsText(record, texts)}
      </Box>
      <Box color="text-body-secondary" fontSize="body-s">
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' · '}
            <span className="latest-fact">{fact}</span>
          </Fragment>
        ))}
      </Box>
    </li>
  );
};

/** A panel of the home page: the latest records of a kind, and the way to all of them. New RMA numbers appear by themselves. */
export const LatestPanel = <Summary extends SubmittedRecord>({
  kind,
  isFailureTold = false,
}: Props<Summary> & Told) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const { region } = place;
  const { state, reload, refresh } = useRows<Summary>({
    question: region,
    size: limits.home.latest,
    ask: (page, call) => call(kind.routes.list, { region, ...page }),
    onNews: (before, after) => announceRma(kind, texts, before, after),
  });
  useRefreshWhilePending({ isPending: state.status === 'loaded' && state.found.items.some(kind.isPending), refresh });

  if (isFailureTold && state.status === 'failed') return null;
  const content = () => {
    if (state.status === 'failed') return <LoadFailed failure={state} onRetry={reload} />;
    if (state.status === 'loading')
      return (
        <div className="latest-loading">
          <Loading text={t(`${kind.name}.list.loading`)} />
        </div>
      );
    if (state.found.items.length === 0) return <NothingYet kind={kind} />;
    return (
      <ul className="latest">
        {state.found.items.map((record) => (
          <LatestRecord key={record.id} kind={kind} record={record} />
        ))}
      </ul>
    );
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={<LinkButton href={kind.paths.list(place)}>{t(`${kind.name}.latest.all`)}</LinkButton>}
        >
          {t(`${kind.name}.latest.title`)}
        </Header>
      }
    >
      {content()}
    </Container>
  );
};
