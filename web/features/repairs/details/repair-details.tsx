import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Repair } from '#shared/repairs/repair.ts';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { CorrectRepair } from '#web/features/repairs/book/correct-repair.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { RepairActions } from './repair-actions.tsx';
import { RepairConflict } from './repair-conflict.tsx';
import { RepairFacts } from './repair-facts.tsx';
import { RepairTimeline } from './repair-timeline.tsx';
import { useRepairDetails } from './use-repair-details.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** One repair with all there is to know of it, and what can be done with it. */
export const RepairDetails = ({ identity, onBack }: DetailsProps) => {
  const { t } = useTexts();
  const { query, correcting, conflict, withdrawal, showCurrent, beginCorrection, endCorrection, onCorrected } =
    useRepairDetails(identity);
  const reference = identity.storeRefNo;
  const details = (repair: Repair) =>
    correcting ? (
      <CorrectRepair repair={correcting} onCorrected={onCorrected} onCancel={endCorrection} onConflict={showCurrent} />
    ) : (
      <SpaceBetween size="l">
        {conflict && <RepairConflict code={conflict} onShow={showCurrent} />}
        <RepairFacts repair={repair} />
        <RepairTimeline repair={repair} />
        {withdrawal.isAsked && <WithdrawDialog repair={repair} withdrawal={withdrawal} />}
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
            onCorrect={() => beginCorrection(query.data)}
            onWithdraw={withdrawal.ask}
          />
        )
      }
      onBack={onBack}
      onRetry={showCurrent}
    >
      {details}
    </RecordDetails>
  );
};
