import type { CalendarDate } from '#shared/dates.ts';

/** How many days later the second date is; both exist in the calendar. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
