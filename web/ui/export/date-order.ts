import type { CalendarDate } from '#shared/dates.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

// Making a formatter is the slow part of using it, and an export has ten thousand dates.
const clockOf = (timeZone: string) => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
};

/** What the clocks of a time zone (IANA name) show at an ISO instant, to the minute; each part in digits: four of the year, two of the others. */
export const wallClock = (iso: string, timeZone: string) => {
  const shown = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = shown;
  return { year: year.padStart(4, '0'), month, day, hour, minute };
};

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
