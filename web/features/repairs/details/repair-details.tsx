import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { paths } from '#shared/paths.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import { contentFields } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import '#web/features/records/details.css';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { useRecordDetails } from '#web/features/records/use-record-details.ts';
import { CorrectRepair } from '#web/features/repairs/book/correct-repair.tsx';
import { CopyAnswer } from '#web/features/repairs/promises/copy-answer.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { useFollowLink } from '#web/ui/link.tsx';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import { contentText } from './content-texts.ts';
import { RepairTimeline } from './repair-timeline.tsx';
import { WhatIsNext } from './what-is-next.tsx';

/** All that is known of a repair, but for what has happened to it. */
const RepairFacts = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { t, formatDate } = texts;
  const place = usePlace();
  const follow = useFollowLink();
  return (
    <RecordFacts
      kind={repairKind}
      record={repair}
      own={[
        ...contentFields.map((field) => ({
          label: t(`repairs.fields.${field}`),
          value:
            field === 'serialNumber' && repair.serialNumber !== '' ? (
              <Link
                variant="primary"
                href={paths.device(place, repair.serialNumber)}
                onFollow={(event) => follow(event, event.detail.href)}
              >
                <NoWrap text={repair.serialNumber} />
              </Link>
            ) : (
              <span className="as-typed">{contentText(repair, field, texts)}</span>
            ),
        })),
        {
          label: t('repairs.details.store'),
          value: (
            <>
              {repair.storeName} <NoWrap text={`(${repair.storeId})`} />
            </>
          ),
        },
      ]}
      last={[
        {
          label: t('repairs.details.confirmations'),
          value: t('repairs.details.confirmationsValue', { date: formatDate(repair.termsAccepted) }),
        },
      ]}
    />
  );
};

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
