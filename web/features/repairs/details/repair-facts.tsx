import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import './details.css';
import { bookedBy } from '#shared/records/timeline.ts';
import { regions } from '#shared/regions.ts';
import type { ContentField } from '#shared/repairs/content.ts';
import { contentFields } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { RepairStateLabel } from '#web/features/repairs/list/repair-state-label.tsx';
import { rmaLabel } from '#web/features/repairs/repair-labels.ts';
import { RmaLink } from '#web/features/repairs/rma-link.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { CopyRma } from '#web/ui/record/copy-rma.tsx';
import { contentText } from './content-texts.ts';

/** All that is known of a repair, but for what has happened to it. */
export const RepairFacts = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { t, formatDate, formatInstant } = texts;
  const { timeZone } = regions[usePlace().region];
  const content = (field: ContentField) => ({
    label: t(`repairs.fields.${field}`),
    value: <span className="as-typed">{contentText(repair, field, texts)}</span>,
  });
  const by = bookedBy(repair.timeline);

  return (
    <Container>
      <KeyValuePairs
        columns={3}
        minColumnWidth={220}
        items={[
          {
            label: t('repairs.fields.rma'),
            value:
              repair.rma === null ? (
                rmaLabel(repair, texts)
              ) : (
                <>
                  <RmaLink rma={repair.rma} /> <CopyRma rma={repair.rma} />
                </>
              ),
          },
          { label: t('repairs.details.state'), value: <RepairStateLabel state={repair.state} /> },
          { label: t('repairs.fields.storeRefNo'), value: repair.storeRefNo },
          ...contentFields.map(content),
          {
            label: t('repairs.details.store'),
            value: t('repairs.details.storeValue', { name: repair.storeName, id: repair.storeId }),
          },
          { label: t('repairs.fields.createdAt'), value: formatInstant(repair.createdAt, timeZone) },
          ...(by === undefined ? [] : [{ label: t('repairs.details.bookedBy'), value: by }]),
          {
            label: t('repairs.details.confirmations'),
            value: t('repairs.details.confirmationsValue', { date: formatDate(repair.termsAccepted) }),
          },
        ]}
      />
    </Container>
  );
};
