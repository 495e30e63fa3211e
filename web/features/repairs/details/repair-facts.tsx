import '#web/features/records/details.css';
import { contentFields } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { InOne } from '#web/ui/in-one.tsx';
import { contentText } from './content-texts.ts';

/** All that is known of a repair, but for what has happened to it. */
export const RepairFacts = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { t, formatDate } = texts;
  return (
    <RecordFacts
      kind={repairKind}
      record={repair}
      own={[
        ...contentFields.map((field) => ({
          label: t(`repairs.fields.${field}`),
          value: <span className="as-typed">{contentText(repair, field, texts)}</span>,
        })),
        {
          label: t('repairs.details.store'),
          value: (
            <>
              {repair.storeName} <InOne text={`(${repair.storeId})`} />
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
