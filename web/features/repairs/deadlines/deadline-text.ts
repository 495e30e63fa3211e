import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { daysBetween } from '#shared/dates/dates.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import type { Texts } from '#web/i18n/i18n.ts';

/** Formats a day with its weekday, or with its year if it is more than 180 days away. */
export const dayText = (
  day: CalendarDate,
  today: CalendarDate,
  { formatDay, formatLongDate }: Pick<Texts, 'formatDay' | 'formatLongDate'>,
  width?: 'long' | 'short',
) => (Math.abs(daysBetween(today, day)) > 180 ? formatLongDate(day) : formatDay(day, width));

/** Formats a deadline and its distance: "Saturday 12 December" (short: "Sat 12 Dec") and "in 5 days", "tomorrow" or "3 days late". It is late only after the day has passed. */
export const deadlineTexts = (deadline: CalendarDate, today: CalendarDate, texts: Texts, width?: 'long' | 'short') => {
  const days = daysBetween(today, deadline);
  return {
    date: dayText(deadline, today, texts, width),
    distance: days < 0 ? texts.t('repairs.due.late', { count: -days }) : texts.formatDaysAhead(days),
    isLate: days < 0,
  };
};

/** Returns the next deadline as a sentence: "The product should arrive by Saturday 12 December, in 5 days." */
export const deadlineSentence = (
  { promise, by }: Pick<UpcomingDeadline, 'promise' | 'by'>,
  today: CalendarDate,
  texts: Texts,
) => {
  const { date, distance, isLate } = deadlineTexts(by, today, texts);
  return texts.t(`repairs.due.${isLate ? 'overdue' : 'next'}.${promise}`, { date, distance });
};

/** Returns true if a deadline is missed. An arrival never counts as missed, because arrivals are not reported. */
export const isMissed = ({ promise, by }: Pick<UpcomingDeadline, 'promise' | 'by'>, today: CalendarDate) =>
  by < today && promise !== 'arrival';

/** Returns the next deadline while it is relevant. Arrivals are not reported, so a parcel counts as arrived `limits.complaintDays` after its deadline. */
export const toRelevantDeadline = (next: UpcomingDeadline | undefined, today: CalendarDate) =>
  next?.promise === 'arrival' && daysBetween(next.by, today) > limits.complaintDays ? undefined : next;
