import type { ReturnRecord } from '#shared/returns/return.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Timeline, TimelineItem } from '#web/ui/record/timeline.tsx';

/** What has happened to a return: who booked it, and when it got its RMA number. */
export const ReturnTimeline = ({ timeline }: Pick<ReturnRecord, 'timeline'>) => {
  const { t } = useTexts();
  return (
    <Timeline title={t('returns.details.timeline')}>
      {timeline.map((entry, index) => {
        const key = `${entry.at} ${index}`;
        if (entry.type === 'booked')
          return <TimelineItem key={key} what={t('returns.details.booked')} at={entry.at} by={entry.by} />;
        if (entry.type !== 'rmaAssigned') return null;
        return (
          <TimelineItem
            key={key}
            what={t('returns.details.rmaAssigned', { rma: entry.rma })}
            at={entry.at}
            by={t('returns.details.byProvider')}
          />
        );
      })}
    </Timeline>
  );
};
