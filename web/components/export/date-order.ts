import type { CalendarDate } from '#shared/dates/dates.ts';

/** Returns the numeric date pattern of a locale in the notation of spreadsheets: dd/mm/yyyy or dd.mm.yyyy. */
export const findDatePattern = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
    .formatToParts(new Date(0))
    .map(({ type, value }) => ({ day: 'dd', month: 'mm', year: 'yyyy' })[type as string] ?? value)
    .join('');

/** Formats a calendar date by a pattern, for example 21/11/2026. */
export const dateText = (date: CalendarDate, pattern: string) => {
  const [year = '', month = '', day = ''] = date.split('-');
  return pattern.replace('dd', day).replace('mm', month).replace('yyyy', year);
};

/**
 * Creates a function that converts an ISO instant to the local date (YYYY-MM-DD) and time (14:05) of a time zone (IANA
 * name).
 */
export const createLocalTimeConverter = (timeZone: string) => {
  // The format is created only once, because creation is slow and an export can have ten thousand dates.
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
      (partType) => parts.find(({ type }) => type === partType)?.value,
    );
    return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
  };
};
