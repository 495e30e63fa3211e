import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { Repair } from '#shared/repairs/repair.ts';
import { useTexts } from '#web/i18n.ts';
import { TimelineEntry } from './timeline-entry.tsx';
import { correctionAt } from './what-changed.ts';
import './details.css';

/** What has happened to a repair, in the order in which it happened. */
export const RepairTimeline = ({ repair }: { readonly repair: Repair }) => {
  const { t } = useTexts();
  return (
    <Container header={<Header variant="h2">{t('repairs.timeline.title')}</Header>}>
      <ol className="timeline" aria-label={t('repairs.timeline.title')}>
        {repair.timeline.map((entry, index) => (
          // Entries of one instant stay in their order.
          <TimelineEntry key={`${entry.at} ${index}`} entry={entry} correction={correctionAt(repair, index)} />
        ))}
      </ol>
    </Container>
  );
};
