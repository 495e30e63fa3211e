import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RecordIdentity } from '#shared/records/record.ts';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { ExportMenu } from '#web/ui/export/export-menu.tsx';
import { ExportStatus } from '#web/ui/export/export-status.tsx';
import { LoadFailed } from '#web/ui/list/load-failed.tsx';
import { Loading } from '#web/ui/list/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { LineGroups } from './line-groups.tsx';
import { ReturnFacts } from './return-facts.tsx';
import { ReturnTimeline } from './return-timeline.tsx';
import { useReturnDetails } from './use-return-details.ts';

type Details = ReturnType<typeof useReturnDetails>;

const Content = ({ details: { query } }: { readonly details: Details }) => {
  const { t } = useTexts();
  if (query.status === 'failed') {
    if (query.code !== 'NotFound') return <LoadFailed code={query.code} onRetry={query.reload} />;
    return (
      <div role="alert">
        <Alert type="error">{t('returns.details.notFound')}</Alert>
      </div>
    );
  }
  if (query.status !== 'loaded') return <Loading text={t('returns.details.loading')} />;
  return (
    <SpaceBetween size="l">
      <ReturnFacts record={query.data} />
      <LineGroups lines={query.data.lines} />
      <ReturnTimeline timeline={query.data.timeline} />
    </SpaceBetween>
  );
};

type Props = { readonly identity: RecordIdentity; /** Back to where one came from. */ readonly onBack: () => void };

/** One return with all there is to know of it (acceptance, E9). */
export const ReturnDetails = ({ identity, onBack }: Props) => {
  const { t } = useTexts();
  const details = useReturnDetails(identity);
  const { record, exporting } = details;
  const actions = record && (
    <SpaceBetween direction="horizontal" size="xs">
      <PackingList record={record} />
      <ExportMenu exporting={exporting} />
    </SpaceBetween>
  );
  return (
    <>
      <div>
        <Button variant="inline-link" iconName="arrow-left" onClick={onBack}>
          {t('returns.details.back')}
        </Button>
      </div>
      <Page title={t('returns.details.title', { reference: identity.storeRefNo })} view={identity.id} actions={actions}>
        <ExportStatus exporting={exporting} />
        <Content details={details} />
      </Page>
    </>
  );
};
