import ExpandableSection from '@cloudscape-design/components/expandable-section';
import './details.css';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { TimelineItem } from '#web/ui/record/timeline.tsx';
import { contentText } from './content-texts.ts';
import type { Correction } from './what-changed.ts';

const whatOf = (entry: RepairEntry, { t }: Texts): string => {
  switch (entry.type) {
    case 'booked':
      return t('repairs.timeline.booked');
    case 'corrected':
      return t('repairs.timeline.corrected');
    case 'withdrawn':
      return t('repairs.timeline.withdrawn');
    case 'rmaAssigned':
      return t('repairs.timeline.rmaAssigned', { rma: entry.rma });
    case 'status':
      return t(`repairs.states.${entry.status}`);
  }
};

const Changes = ({ before, after, fields }: Correction) => {
  const texts = useTexts();
  const { t } = texts;
  return (
    <dl className="changes">
      {fields.map((field) => (
        <div key={field}>
          <dt>{t(`repairs.fields.${field}`)}</dt>
          <dd>
            {t('repairs.timeline.change', {
              before: contentText(before, field, texts),
              after: contentText(after, field, texts),
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
};

type Props = {
  readonly entry: RepairEntry;
  /** Of a correction, what it has changed. */ readonly correction: Correction | undefined;
};

/** What happened, when, and by whom; a correction unfolds to what it changed. */
export const TimelineEntry = ({ entry, correction }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  return (
    <TimelineItem
      what={whatOf(entry, texts)}
      at={entry.at}
      by={'by' in entry ? entry.by : t('repairs.timeline.byProvider')}
    >
      {correction && (
        <ExpandableSection variant="inline" headerText={t('repairs.timeline.changes')}>
          <Changes {...correction} />
        </ExpandableSection>
      )}
    </TimelineItem>
  );
};
