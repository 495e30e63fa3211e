import { lazily } from './lazily.ts';
import { prefixes } from './regions.ts';
import { tidyText } from './text/invisible-characters.ts';

/** A calendar date of business: YYYY-MM-DD, no time and no zone. Two of them compare as text. */
export type CalendarDate = string;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

// Making one takes as long as verifying a token, and every request asks for the date.
const dayFormat = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    dayFormats.get(timeZone) ??
    // Swedish dates are ISO 8601's.
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, format);
  return format;
};

/** The calendar date at an instant in a time zone (IANA name). */
export const calendarDate = (instant: Date, timeZone: string): CalendarDate =>
  dayFormat(timeZone).format(instant).padStart('YYYY-MM-DD'.length, '0');

const inDigits = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{4})$/,
];

/** Years before are slips (0026): written out again they would look like others (26). */
const earliestYear = 1900;

/** dd/mm/yyyy, dd.mm.yyyy or yyyy-mm-dd, from 1900; undefined for anything else, and days that don't exist. The month never comes first: that is not guessed. */
export const parseDate = (text: string): CalendarDate | undefined => {
  const parts = inDigits.map((form) => form.exec(tidyText(text))?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { year = '', month = '', day = '' } = parts;
  if (Number(year) < earliestYear) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${date}T00:00:00Z`);
  // The 31st of February would be the 3rd of March.
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== date ? undefined : date;
};

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** What no language's own list of months has, and people write all the same. */
const otherNames = [
  { name: 'janner', month: 1 },
  { name: 'jaenner', month: 1 },
  { name: 'maerz', month: 3 },
  { name: 'mrz', month: 3 },
] as const;

const namesOfMonths = lazily(() => [
  ...otherNames,
  ...Object.values(prefixes).flatMap(({ locale }) => {
    const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => ({
      name: plain(format.format(Date.UTC(2026, index, 15))),
      month: index + 1,
    }));
  }),
]);

/** The month that a word, or the beginning of one, names in any of the languages; undefined where it is none, or could be two (jui: juin, juillet). */
const monthNamed = (word: string): number | undefined => {
  const begin = plain(word);
  const [month, ...others] = new Set(
    namesOfMonths()
      .filter(({ name }) => name.startsWith(begin))
      .map((found) => found.month),
  );
  return others.length === 0 ? month : undefined;
};

const inWords = [
  /^(?<day>\d{1,2})(?:er|st|nd|rd|th)?[ ./-]*(?<name>\p{L}{3,9})[ .,/-]*(?<year>\d{4}|\d{2})\.?$/u,
  /^(?<name>\p{L}{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u,
];

/** Two digits of a year are of this century, as far as it can have been a console's; before 1980 nothing was bought. */
const fullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 80 ? '20' : '19'}${year}`);

/** In whichever of the languages, whole or cut short: 15 Jan 2026, 15. Januar 26, 1er févr. 2026, January 15, 2026. */
const parseDateInWords = (text: string): CalendarDate | undefined => {
  const oneSign = tidyText(text).normalize('NFC');
  const parts = inWords.map((form) => form.exec(oneSign)?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { day = '', name = '', year: written = '' } = parts;
  const month = monthNamed(name);
  return month === undefined ? undefined : parseDate(`${fullYear(written)}-${month}-${day}`);
};

const typed = [
  // Never a day in front as well: its year would be before 1900.
  /^(?<year>(?:19|20)\d{2})(?<month>0[1-9]|1[0-2])(?<day>\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{1,2})[/. -](?<month>\d{1,2})[/. -](?<year>\d{4}|\d{2})$/,
];

/** What `parseDate` reads, and a counter's shorter ways: 150126, 15012026, 20260115, 15.1.26, 15 1 26, 15 Jan 26. In a file six digits are a number: nobody sees at once how they were read. */
export const parseTypedDate = (text: string): CalendarDate | undefined => {
  const read = parseDate(text) ?? parseDateInWords(text);
  if (read !== undefined) return read;
  const parts = typed.map((form) => form.exec(tidyText(text))?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { year = '', month = '', day = '' } = parts;
  return parseDate(`${fullYear(year)}-${month}-${day}`);
};

// Swedish dates and times are ISO 8601's, but for the T.
const offsetMs = (instant: Date, timeZone: string) =>
  Date.parse(`${instant.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - instant.getTime();

/** The instant at which a calendar date begins in a time zone (IANA name), also on days when the clocks change. */
export const startOfDay = (date: CalendarDate, timeZone: string): Date => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const guess = new Date(midnight - offsetMs(new Date(midnight), timeZone));
  return new Date(midnight - offsetMs(guess, timeZone));
};

/** The calendar date so many days later, or earlier. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** How many days later the second date is; both exist in the calendar. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

/** The same day so many months later, or the month's last where it has no such day. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
};

/** Whether a date is a Saturday or a Sunday. */
export const isWeekend = (date: CalendarDate): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;

/** The last of so many working days after a date: neither Saturdays and Sundays nor holidays count. */
export const addWorkingDays = (date: CalendarDate, days: number, isHoliday: (date: CalendarDate) => boolean) => {
  let [day, left] = [date, days];
  while (left > 0) {
    day = addDays(day, 1);
    if (!isWeekend(day) && !isHoliday(day)) left -= 1;
  }
  return day;
};
