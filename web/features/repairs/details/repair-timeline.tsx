import type { Repair } from '#shared/repairs/repair.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { TimelineEntry } from './timeline-entry.tsx';
import { correctionAt } from './what-changed.ts';

/** What has happened to a repair, in the order in which it happened. */
export const RepairTimeline = ({ repair }: { readonly repair: Repair }) => {
  const { t } = useTexts();
  return (
    <Timeline title={t('repairs.timeline.title')}>
      {repair.timeline.map((entry, index) => (
        // Entries of one instant stay in their order.
        <TimelineEntry key={`${entry.at} ${index}`} entry={entry} correction={correctionAt(repair, index)} />
      ))}
    </Timeline>
  );
};
