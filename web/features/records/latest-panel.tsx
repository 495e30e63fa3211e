import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { ReactNode } from 'react';
import { limits } from '#shared/config/limits.ts';
import { usePlace } from '#web/browser/place.ts';
import { Loading, LoadFailed } from '#web/components/lists/loading.tsx';
import { useRows } from '#web/components/lists/use-rows.ts';
import { readPreloadedData } from '#web/data/api.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { toRecordEntry, RecordLinks } from './record-links.tsx';
import { announceRma } from './rma.tsx';

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  /** Renders nothing after a failure, because the page already reports it and offers a retry. */
  readonly hidesFailure?: boolean;
  /** Control that switches to another record kind. */
  readonly headerActions?: ReactNode;
};

/** Home page panel with the latest records of a kind and a link to all of them. Refreshes while RMA numbers are pending. */
export const LatestPanel = <Summary extends SubmittedRecord>(props: Props<Summary>) => {
  const { kind, hidesFailure = false, headerActions } = props;
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const { state, reload, refresh } = useRows<Summary>({
    query: [kind.routes.list.path, place.region],
    size: limits.home.latestRecords,
    requestRows: (page, call) => call(kind.routes.list, { region: place.region, ...page }),
    readPreloadedRows: (page, isWanted) =>
      readPreloadedData(kind.routes.list, { region: place.region, ...page }, isWanted),
    onChange: (previousRecords, records) => announceRma(kind, texts, previousRecords, records),
  });
  useRefreshWhilePending({
    isPending: state.status === 'loaded' && state.found.items.some(kind.isPending),
    refreshInBackground: refresh,
  });

  if (hidesFailure && state.status === 'failed') return null;
  const renderContent = () => {
    if (state.status === 'failed') return <LoadFailed failure={state} onRetry={reload} />;
    if (state.status === 'loading')
      return (
        <div className="latest-loading">
          <Loading text={t(`${kind.name}.list.loading`)} />
        </div>
      );
    if (state.found.items.length === 0)
      return <EmptyState title={t(`${kind.name}.empty.title`)} hint={t(`${kind.name}.empty.hint`)} />;
    return (
      <RecordLinks
        label={t(`${kind.name}.latest.title`)}
        entries={state.found.items.map((record) => toRecordEntry(kind, record, place, 'booked'))}
      />
    );
  };
  return (
    <Container
      header={
        <Header variant="h2" actions={headerActions}>
          {t(`${kind.name}.latest.title`)}
        </Header>
      }
    >
      {renderContent()}
      <Link className="latest-all" href={kind.paths.list(place)}>
        {t(`${kind.name}.latest.all`)}
      </Link>
    </Container>
  );
};
