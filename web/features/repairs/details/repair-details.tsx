import SpaceBetween from '@cloudscape-design/components/space-between';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { useRecordDetails } from '#web/features/records/use-record-details.ts';
import { CorrectRepair } from '#web/features/repairs/book/correct-repair.tsx';
import { CopyAnswer } from '#web/features/repairs/promises/copy-answer.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { RepairFacts } from './repair-facts.tsx';
import { RepairTimeline } from './repair-timeline.tsx';
import { WhatIsNext } from './what-is-next.tsx';

/** One repair with all there is to know of it, and what can be done with it. */
export const RepairDetails = ({ identity, onBack }: DetailsProps) => {
  const texts = useTexts();
  const details = useRecordDetails(repairKind, identity);
  return (
    <RecordDetails
      kind={repairKind}
      identity={identity}
      onBack={onBack}
      details={details}
      headingOf={(repair) => repairKind.productsText(repair, texts)}
      // Nothing goes with one that was withdrawn: it stays in the store.
      renderActions={(repair) => (
        <SpaceBetween direction="horizontal" size="xs">
          {!isWithdrawn(repair) && <PrintSlip repair={repair} />}
          <CopyAnswer repair={repair} />
        </SpaceBetween>
      )}
      renderNext={(repair) => <WhatIsNext repair={repair} />}
      renderCorrection={(repair) => <CorrectRepair repair={repair} {...details.correction} />}
    >
      {(repair) => (
        <SpaceBetween size="l">
          <RepairFacts repair={repair} />
          <RepairTimeline repair={repair} />
        </SpaceBetween>
      )}
    </RecordDetails>
  );
};
