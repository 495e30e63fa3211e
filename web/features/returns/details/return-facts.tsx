import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { regions } from '#shared/regions.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { ReturnStateLabel } from '#web/features/returns/list/return-state-label.tsx';
import { rmaLabel } from '#web/features/returns/return-labels.ts';
import { useTexts } from '#web/language/i18n.ts';
import { CopyRma } from '#web/ui/record/copy-rma.tsx';

/** All that is known of a return, but for its lines and for what has happened to it. */
export const ReturnFacts = ({ record }: { readonly record: ReturnRecord }) => {
  const texts = useTexts();
  const { t, formatInstant, formatNumber } = texts;
  const { timeZone } = regions[usePlace().region];
  const { rma, state, storeRefNo, storeId, storeName, createdAt, numberOfProducts, timeline } = record;
  const booked = timeline.find(({ type }) => type === 'booked');
  return (
    <Container>
      <KeyValuePairs
        columns={3}
        minColumnWidth={220}
        items={[
          {
            label: t('returns.list.rma'),
            value: (
              <>
                {rmaLabel(record, texts)} {rma !== null && <CopyRma rma={rma} />}
              </>
            ),
          },
          { label: t('returns.list.state'), value: <ReturnStateLabel state={state} /> },
          { label: t('returns.fields.storeRefNo'), value: storeRefNo },
          { label: t('returns.list.storeId'), value: storeId },
          { label: t('returns.list.storeName'), value: storeName },
          { label: t('returns.list.numberOfProducts'), value: formatNumber(numberOfProducts) },
          { label: t('returns.list.createdAt'), value: formatInstant(createdAt, timeZone) },
          ...(booked && 'by' in booked ? [{ label: t('returns.details.bookedBy'), value: booked.by }] : []),
        ]}
      />
    </Container>
  );
};
