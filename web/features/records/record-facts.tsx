import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import { regions } from '#shared/config/regions.ts';
import { findBooker } from '#shared/records/timeline.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { RecordKindInfo, SubmittedRecord } from './record-kind-view.ts';

type Fact = KeyValuePairsProps.Pair;

type Props = {
  readonly kind: RecordKindInfo;
  readonly record: SubmittedRecord & { readonly timeline: Parameters<typeof findBooker>[0] };
  readonly kindFacts: readonly Fact[];
  readonly finalFacts?: readonly Fact[];
};

export const RecordFacts = ({ kind, record, kindFacts, finalFacts = [] }: Props) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const by = findBooker(record.timeline);
  return (
    <Container>
      <KeyValuePairs
        columns={2}
        minColumnWidth={220}
        items={[
          ...kindFacts,
          { label: t(`${kind.name}.fields.createdAt`), value: formatInstant(record.createdAt, timeZone) },
          ...(by === undefined ? [] : [{ label: t(`${kind.name}.details.bookedBy`), value: by }]),
          ...finalFacts,
        ]}
      />
    </Container>
  );
};
