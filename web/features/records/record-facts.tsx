import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import { findBooker } from '#shared/records/timeline.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { RecordKindInfo, SubmittedRecord } from './record-kind-view.ts';

type Fact = { readonly label: string; readonly value: ReactNode };

type Props = {
  readonly kind: RecordKindInfo;
  readonly record: SubmittedRecord & { readonly timeline: Parameters<typeof findBooker>[0] };
  readonly kindFacts: readonly Fact[];
  readonly finalFacts?: readonly Fact[];
};

export const RecordFacts = ({ kind, record, kindFacts, finalFacts = [] }: Props) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const booker = findBooker(record.timeline);
  const facts: readonly Fact[] = [
    ...kindFacts,
    { label: t(`${kind.name}.fields.createdAt`), value: formatInstant(record.createdAt, timeZone) },
    ...(booker === undefined ? [] : [{ label: t(`${kind.name}.details.bookedBy`), value: booker }]),
    ...finalFacts,
  ];
  return (
    <Container header={<Header variant="h2">{t('progress.facts')}</Header>}>
      <dl className="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Container>
  );
};
