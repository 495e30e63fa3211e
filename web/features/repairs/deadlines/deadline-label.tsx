import type { CalendarDate } from '#shared/dates/dates.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { deadlineSentence, deadlineTexts } from './deadline-text.ts';
import './deadline-label.css';

type Props = Pick<UpcomingDeadline, 'promise' | 'by'> & { readonly today: CalendarDate };

/** Deadline of a task: "by Wed 9 Dec", or "3 days late". The tooltip is a full sentence. */
export const DeadlineLabel = ({ promise, by, today }: Props) => {
  const texts = useTexts();
  const { date, distance, isLate } = deadlineTexts(by, today, texts, 'short');
  return (
    <span className={isLate ? 'due is-late' : 'due'} title={deadlineSentence({ promise, by }, today, texts)}>
      {isLate ? distance : texts.t('home.todo.by', { date })}
    </span>
  );
};
