import SpaceBetween from '@cloudscape-design/components/space-between';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { ChangeButtons } from '#web/features/records/change-buttons.tsx';
import { RecordConflict, UnsavedChanges } from '#web/features/records/record-conflict.tsx';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { refusalsText } from '#web/features/records/refusal-text.ts';
import { useRecordDetails } from '#web/features/records/use-record-details.ts';
import { WithdrawDialog } from '#web/features/records/withdraw-dialog.tsx';
import { CorrectReturn } from '#web/features/returns/book/correct-return.tsx';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { ExportMenu } from '#web/ui/export/export-menu.tsx';
import { ExportStatus } from '#web/ui/export/export-status.tsx';
import { useExport } from '#web/ui/export/use-export.ts';
import { LineGroups } from './line-groups.tsx';
import { exportedLines, inFileName, lineExportColumns } from './lines-export.ts';
import { ReturnTimeline } from './return-timeline.tsx';

/** What is known of a return beside its lines. */
const ReturnFacts = ({ record }: { readonly record: ReturnRecord }) => {
  const { t, formatNumber } = useTexts();
  return (
    <RecordFacts
      kind={returnKind}
      record={record}
      own={[
        { label: t('returns.list.storeId'), value: record.storeId },
        { label: t('returns.fields.storeName'), value: record.storeName },
        { label: t('returns.fields.numberOfProducts'), value: formatNumber(record.numberOfProducts) },
      ]}
    />
  );
};

/** One return with all there is to know of it, its lines as a file, and what can be done with it; its RMA number appears by itself. */
export const ReturnDetails = ({ identity, onBack }: DetailsProps) => {
  const texts = useTexts();
  const { t } = texts;
  const details = useRecordDetails(returnKind, identity);
  const { query, correcting, conflict, unsaved, withdrawal, showCurrent, endCorrection } = details;
  const loaded = query.status === 'loaded' ? query.data : undefined;
  const exporting = useExport({
    name: [t('returns.details.fileName'), inFileName(identity.storeRefNo)].join('-'),
    title: t('returns.details.sheetTitle'),
    columns: loaded ? lineExportColumns(loaded, texts) : [],
    ask: async () => ({ items: loaded ? exportedLines(loaded) : [] }),
  });
  const reference = identity.storeRefNo;
  return (
    <RecordDetails
      kind={returnKind}
      title={t(correcting ? 'returns.details.correctTitle' : 'returns.details.title', { reference })}
      view={`${identity.id} ${correcting ? 'correction' : 'details'}`}
      query={query}
      actions={
        loaded &&
        !correcting && (
          <SpaceBetween direction="horizontal" size="xs">
            {/* Nothing goes with a return that was withdrawn: it stays in the store. */}
            {!isWithdrawn(loaded) && <PackingList record={loaded} />}
            <ExportMenu exporting={exporting} />
            <ChangeButtons
              kind={returnKind}
              record={loaded}
              onCorrect={() => details.beginCorrection(loaded)}
              onWithdraw={withdrawal.ask}
            />
          </SpaceBetween>
        )
      }
      description={loaded ? refusalsText(returnKind, loaded, texts) : undefined}
      status={!correcting && <ExportStatus exporting={exporting} />}
      onBack={onBack}
      onRetry={showCurrent}
    >
      {(record) =>
        correcting ? (
          <CorrectReturn
            record={correcting}
            onCorrected={details.onCorrected}
            onCancel={() => endCorrection()}
            onOvertaken={details.onOvertaken}
            onRefused={endCorrection}
          />
        ) : (
          <SpaceBetween size="l">
            {unsaved.length > 0 && (
              <UnsavedChanges kind={returnKind} changes={unsaved} onDismiss={details.hideUnsaved} />
            )}
            {conflict && <RecordConflict kind={returnKind} code={conflict} onShow={showCurrent} />}
            <ReturnFacts record={record} />
            <LineGroups lines={record.lines} />
            <ReturnTimeline record={record} />
            {withdrawal.isAsked && <WithdrawDialog kind={returnKind} record={record} withdrawal={withdrawal} />}
          </SpaceBetween>
        )
      }
    </RecordDetails>
  );
};
