import type { CalendarDate } from '#shared/dates.ts';
import { daysBetween } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import type { NextPromise } from '#shared/repairs/promises.ts';
import type { Texts } from '#web/language/i18n.ts';

/** A day with its weekday; far off it has its year instead. */
export const dayText = (
  day: CalendarDate,
  today: CalendarDate,
  { formatDay, formatLongDate }: Pick<Texts, 'formatDay' | 'formatLongDate'>,
  width?: 'long' | 'short',
) => (Math.abs(daysBetween(today, day)) > 180 ? formatLongDate(day) : formatDay(day, width));

/** A last day and how far off it is: "Saturday 12 December" (short: "Sat 12 Dec") and "in 5 days", "tomorrow", "3 days late". It is late only when it has passed. */
export const dueText = (by: CalendarDate, today: CalendarDate, texts: Texts, width?: 'long' | 'short') => {
  const days = daysBetween(today, by);
  return {
    date: dayText(by, today, texts, width),
    distance: days < 0 ? texts.t('repairs.due.late', { count: -days }) : texts.formatDaysAhead(days),
    isLate: days < 0,
  };
};

/** What has to happen next, by whom and by when, in one sentence: "The customer has to answer the fee quote by Saturday 12 December, in 5 days." */
export const nextText = ({ promise, by }: Pick<NextPromise, 'promise' | 'by'>, today: CalendarDate, texts: Texts) => {
  const { date, distance, isLate } = dueText(by, today, texts);
  return texts.t(`repairs.due.${isLate ? 'overdue' : 'next'}.${promise}`, { date, distance });
};

/** Whether somebody is late with it. That a parcel has arrived nobody reports: it is never late for certain. */
export const isAlarming = ({ promise, by }: Pick<NextPromise, 'promise' | 'by'>, today: CalendarDate) =>
  by < today && promise !== 'arrival';

/** What is due next, as long as somebody asks: whether a parcel has arrived nobody reports, and `limits.complaintDays` later it has. */
export const stillDue = (next: NextPromise | undefined, today: CalendarDate) =>
  next?.promise === 'arrival' && daysBetween(next.by, today) > limits.complaintDays ? undefined : next;
