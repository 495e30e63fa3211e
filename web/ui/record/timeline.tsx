import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import './timeline.css';
import type { ReactNode } from 'react';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';

/** What has happened to a record, in the order in which it happened. */
export const Timeline = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Container header={<Header variant="h2">{title}</Header>}>
    <ol className="timeline" aria-label={title}>
      {children}
    </ol>
  </Container>
);

type Props = {
  readonly what: string;
  /** An ISO instant; told on the region's clocks. */
  readonly at: string;
  readonly by: string;
  /** What else there is to say of it. */
  readonly children?: ReactNode;
};

/** What happened, when, and by whom. */
export const TimelineItem = ({ what, at, by, children }: Props) => {
  const { formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  return (
    <li>
      <div className="timeline-what">{what}</div>
      <div className="timeline-when">
        <time dateTime={at}>{formatInstant(at, timeZone)}</time> · {by}
      </div>
      {children}
    </li>
  );
};
