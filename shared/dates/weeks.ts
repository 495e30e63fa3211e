import type { CalendarDate } from './dates.ts';
import { addDays, daysBetween } from './dates.ts';

/** Returns the Monday of a date's week. */
export const startOfWeek = (date: CalendarDate): CalendarDate =>
  addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Returns the ISO 8601 week number of a date: week 1 contains the year's first Thursday. */
export const toWeekNumber = (date: CalendarDate): number => {
  const thursday = addDays(startOfWeek(date), 3);
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7);
};
