import type { CalendarDate } from '#shared/dates.ts';

/** How a locale writes a day in numbers, as spreadsheets spell it: dd/mm/yyyy or dd.mm.yyyy. */
export const dayPattern = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
    .formatToParts(new Date(0))
    .map(({ type, value }) => ({ day: 'dd', month: 'mm', year: 'yyyy' })[type as string] ?? value)
    .join('');

/** 21/11/2026 or as the locale writes a calendar date. */
export const dateText = (date: CalendarDate, pattern: string) => {
  const [year = '', month = '', day = ''] = date.split('-');
  return pattern.replace('dd', day).replace('mm', month).replace('yyyy', year);
};

/** What the clocks of a time zone (IANA name) show at an ISO instant: its calendar date, and 14:05. */
export const wallClock = (timeZone: string) => {
  // Made once: that is the slow part of using it, and an export has ten thousand dates. In Swedish both are ISO 8601's.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (iso: string) => {
    const [date = '', time = ''] = format.format(new Date(iso)).split(' ');
    return { date, time };
  };
};
