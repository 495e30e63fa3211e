import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails, useFoundRecord } from '#web/features/records/record-details.tsx';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { Timeline } from '#web/features/records/timeline.tsx';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { ExportMenu } from '#web/ui/export/export-menu.tsx';
import { ExportStatus } from '#web/ui/export/export-status.tsx';
import { useExport } from '#web/ui/export/use-export.ts';
import { LineGroups } from './line-groups.tsx';
import { exportedLines, inFileName, lineExportColumns } from './lines-export.ts';

/** One return with all there is to know of it, and its lines as a file; its RMA number appears by itself. */
export const ReturnDetails = ({ identity, onBack }: DetailsProps) => {
  const texts = useTexts();
  const { t, formatNumber } = texts;
  const query = useFoundRecord(returnKind, identity);
  const loaded = query.status === 'loaded' ? query.data : undefined;
  useRefreshWhilePending({ isPending: loaded !== undefined && returnKind.isPending(loaded), refresh: query.refresh });
  const exporting = useExport({
    name: [t('returns.details.fileName'), inFileName(identity.storeRefNo)].join('-'),
    title: t('returns.details.sheetTitle'),
    columns: loaded ? lineExportColumns(loaded, texts) : [],
    ask: async () => ({ items: loaded ? exportedLines(loaded) : [] }),
  });
  return (
    <RecordDetails
      kind={returnKind}
      title={t('returns.details.title', { reference: identity.storeRefNo })}
      view={identity.id}
      query={query}
      actions={
        loaded && (
          <SpaceBetween direction="horizontal" size="xs">
            <PackingList record={loaded} />
            <ExportMenu exporting={exporting} />
          </SpaceBetween>
        )
      }
      status={<ExportStatus exporting={exporting} />}
      onBack={onBack}
      onRetry={query.reload}
    >
      {(record) => (
        <SpaceBetween size="l">
          <RecordFacts
            kind={returnKind}
            record={record}
            own={[
              { label: t('returns.list.storeId'), value: record.storeId },
              { label: t('returns.fields.storeName'), value: record.storeName },
              {
                label: t('returns.fields.numberOfProducts'),
                value: formatNumber(record.numberOfProducts),
              },
            ]}
          />
          <LineGroups lines={record.lines} />
          <Timeline kind={returnKind} timeline={record.timeline} />
        </SpaceBetween>
      )}
    </RecordDetails>
  );
};
