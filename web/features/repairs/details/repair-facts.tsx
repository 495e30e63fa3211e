import Link from '@cloudscape-design/components/link';
import '#web/features/records/details.css';
import { paths } from '#shared/paths.ts';
import { contentFields } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useFollowLink } from '#web/ui/link.tsx';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import { contentText } from './content-texts.ts';

/** All that is known of a repair, but for what has happened to it. */
export const RepairFacts = ({ repair }: { readonly repair: Repair }) => {
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
