import './due.css';
import type { CalendarDate } from '#shared/dates.ts';
import { useTexts } from '#web/language/i18n.ts';
import { dueText } from './promise-text.ts';

type Props = {
  readonly by: CalendarDate;
  /** In the region's calendar. */
  readonly today: CalendarDate;
};

/** By when something is due, and how far off that is: red only where it has passed. */
export const Due = ({ by, today }: Props) => {
  const { date, distance, isLate } = dueText(by, today, useTexts(), 'short');
  return <span className={isLate ? 'due is-late' : 'due'}>{`${date}, ${distance}`}</span>;
};
