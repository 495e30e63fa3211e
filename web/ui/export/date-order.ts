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
  // Made once: that is the slow part of using it, and an export has ten thousand dates.
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (iso: string) => {
    const parts = format.formatToParts(new Date(iso));
    const [year, month, day, hour, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map(
      (wanted) => parts.find(({ type }) => type === wanted)?.value,
    );
    return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
  };
};
