import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Repair } from '#shared/repairs/repair.ts';
import { RecordConflict, UnsavedChanges } from '#web/features/records/record-conflict.tsx';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { refusalsText } from '#web/features/records/refusal-text.ts';
import { useRecordDetails } from '#web/features/records/use-record-details.ts';
import { WithdrawDialog } from '#web/features/records/withdraw-dialog.tsx';
import { CorrectRepair } from '#web/features/repairs/book/correct-repair.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { RepairActions } from './repair-actions.tsx';
import { RepairFacts } from './repair-facts.tsx';
import { RepairTimeline } from './repair-timeline.tsx';

/** One repair with all there is to know of it, and what can be done with it. */
export const RepairDetails = ({ identity, onBack }: DetailsProps) => {
  const texts = useTexts();
  const { t } = texts;
  const details = useRecordDetails(repairKind, identity);
  const { query, correcting, conflict, unsaved, withdrawal, showCurrent, endCorrection } = details;
  const reference = identity.storeRefNo;
  const content = (repair: Repair) =>
    correcting ? (
      <CorrectRepair
        repair={correcting}
        onCorrected={details.onCorrected}
        onCancel={() => endCorrection()}
        onOvertaken={details.onOvertaken}
        onRefused={endCorrection}
      />
    ) : (
      <SpaceBetween size="l">
        {unsaved.length > 0 && <UnsavedChanges kind={repairKind} changes={unsaved} onDismiss={details.hideUnsaved} />}
        {conflict && <RecordConflict kind={repairKind} code={conflict} onShow={showCurrent} />}
        <RepairFacts repair={repair} />
        <RepairTimeline repair={repair} />
        {withdrawal.isAsked && <WithdrawDialog kind={repairKind} record={repair} withdrawal={withdrawal} />}
      </SpaceBetween>
    );
  return (
    <RecordDetails
      kind={repairKind}
      title={t(correcting ? 'repairs.details.correctTitle' : 'repairs.details.title', { reference })}
      view={`${identity.id} ${correcting ? 'correction' : 'details'}`}
      query={query}
      actions={
        query.status === 'loaded' &&
        !correcting && (
          <RepairActions
            repair={query.data}
            onCorrect={() => details.beginCorrection(query.data)}
            onWithdraw={withdrawal.ask}
          />
        )
      }
      description={query.status === 'loaded' ? refusalsText(repairKind, query.data, texts) : undefined}
      onBack={onBack}
      onRetry={showCurrent}
    >
      {content}
    </RecordDetails>
  );
};
