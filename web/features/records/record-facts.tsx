import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import { bookedBy } from '#shared/records/timeline.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { CopyRma } from './copy-rma.tsx';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';
import { Rma } from './rma.tsx';
import { StateLabel } from './state-label.tsx';

type Fact = KeyValuePairsProps.Pair;

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKind<Summary>;
  readonly record: Summary & { readonly timeline: Parameters<typeof bookedBy>[0] };
  /** What is known of this kind alone: before and after who booked it, and when. */
  readonly own: readonly Fact[];
  readonly last?: readonly Fact[];
};

/** All that is known of a record, but for what has happened to it. */
export const RecordFacts = <Summary extends SubmittedRecord>({ kind, record, own, last = [] }: Props<Summary>) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const by = bookedBy(record.timeline);
  return (
    <Container>
      <KeyValuePairs
        columns={3}
        minColumnWidth={220}
        items={[
          {
            label: t(`${kind.name}.fields.rma`),
            value: (
              <>
                <Rma kind={kind} record={record} /> {record.rma !== null && <CopyRma rma={record.rma} />}
              </>
            ),
          },
          { label: t(`${kind.name}.fields.state`), value: <StateLabel kind={kind} state={record.state} /> },
          { label: t(`${kind.name}.fields.storeRefNo`), value: record.storeRefNo },
          ...own,
          { label: t(`${kind.name}.fields.createdAt`), value: formatInstant(record.createdAt, timeZone) },
          ...(by === undefined ? [] : [{ label: t(`${kind.name}.details.bookedBy`), value: by }]),
          ...last,
        ]}
      />
    </Container>
  );
};
