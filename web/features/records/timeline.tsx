import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import '#web/ui/timeline.css';
import type { ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import type { Device } from '#shared/records/device.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';

/** Timeline entry as texts. `at` is an ISO instant; `by` is the user who caused the entry, undefined if the repair provider did. */
type TimelineItem = { readonly at: string; readonly text: string; readonly by?: string };

type Entry = RepairEntry | Device['returns'][number]['timeline'][number];

export const toTimelineItems = (name: RecordKindName, timeline: readonly Entry[], t: Translate): TimelineItem[] => {
  const toText = (entry: Entry) => {
    if (entry.type === 'rmaAssigned') return t(`${name}.timeline.rmaAssigned`, { rma: entry.rma });
    return entry.type === 'status' ? t(`repairs.states.${entry.status}`) : t(`${name}.timeline.${entry.type}`);
  };
  return timeline.map((entry) => ({
    at: entry.at,
    ...('by' in entry && { by: entry.by }),
    text: toText(entry),
  }));
};

type Props = {
  readonly name: RecordKindName;
  readonly items: readonly TimelineItem[];
  /** Renders what an item shows below its text, by the item's index. */
  readonly renderMore?: (index: number) => ReactNode;
  readonly children?: ReactNode;
};

export const Timeline = ({ name, items, renderMore, children }: Props) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const title = t(`${name}.timeline.title`);
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <ol className="timeline" aria-label={title}>
        {items.map(({ at, by, text }, index) => (
          // The index distinguishes entries of the same instant.
          <li key={`${at} ${index}`}>
            <span className="timeline-what">{text}</span>{' '}
            <time className="timeline-when" dateTime={at}>
              {formatInstant(at, timeZone)}
            </time>
            {by !== undefined && <div className="timeline-when">{by}</div>}
            {renderMore?.(index)}
          </li>
        ))}
        {children}
      </ol>
    </Container>
  );
};
