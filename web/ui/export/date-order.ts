import type { CalendarDate } from '#shared/dates.ts';
import { wallClock } from './wall-clock.ts';

/** How a locale writes a day in numbers, as spreadsheets spell it: dd/mm/yyyy or dd.mm.yyyy. */
export const dayPattern = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
    .formatToParts(new Date(0))
    .map(({ type, value }) => ({ day: 'dd', month: 'mm', year: 'yyyy' })[type as string] ?? value)
    .join('');

const filledIn = (
  pattern: string,
  { year, month, day }: { readonly year: string; readonly month: string; readonly day: string },
) => pattern.replace('dd', day).replace('mm', month).replace('yyyy', year);

/** 21/11/2026 or as the locale writes a calendar date. */
export const dateText = (date: CalendarDate, pattern: string) => {
  const [year = '', month = '', day = ''] = date.split('-');
  return filledIn(pattern, { year, month, day });
};

/** 21/11/2026 14:05 or as the locale writes it, on the clocks of a time zone. Without the comma that pages show: with it, no spreadsheet takes it for a date. */
export const instantText = (
  iso: string,
  { pattern, timeZone }: { readonly pattern: string; readonly timeZone: string },
) => {
  const shown = wallClock(iso, timeZone);
  return `${filledIn(pattern, shown)} ${shown.hour}:${shown.minute}`;
};
