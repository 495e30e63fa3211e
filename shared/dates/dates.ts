import { createLazily } from '#shared/api/lazy.ts';
import { prefixes } from '#shared/config/regions.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';

/** Calendar date: YYYY-MM-DD, without time and time zone. Dates can be compared as text. */
export type CalendarDate = string;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

// Formatters are cached, because creating one takes as long as verifying a token and every request needs the date.
const getDayFormat = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    dayFormats.get(timeZone) ??
    // Swedish dates are in ISO 8601 format.
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, format);
  return format;
};

/** Returns the calendar date at an instant in a time zone (IANA name). */
export const toCalendarDate = (instant: Date, timeZone: string): CalendarDate =>
  getDayFormat(timeZone).format(instant).padStart('YYYY-MM-DD'.length, '0');

const numericFormats = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{4})$/,
];

/** Earlier years are typing errors (0026), which would otherwise be displayed like valid years (26). */
const earliestYear = 1900;

/**
 * Parses dd/mm/yyyy, dd.mm.yyyy or yyyy-mm-dd from 1900 on; returns undefined for anything else and for dates that
 * don't exist. The month never comes first, because the order cannot be guessed.
 */
export const parseDate = (text: string): CalendarDate | undefined => {
  const parts = numericFormats
    .map((format) => format.exec(tidyText(text))?.groups)
    .find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { year = '', month = '', day = '' } = parts;
  if (Number(year) < earliestYear) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${date}T00:00:00Z`);
  // `Date` turns February 31 into March 3.
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== date ? undefined : date;
};

const normalizeWord = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Common spellings of months that no locale's month names include. */
const spellingVariants = [
  { name: 'janner', month: 1 },
  { name: 'jaenner', month: 1 },
  { name: 'maerz', month: 3 },
  { name: 'mrz', month: 3 },
] as const;

const monthNames = createLazily(() => [
  ...spellingVariants,
  ...Object.values(prefixes).flatMap(({ locale }) => {
    const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => ({
      name: normalizeWord(format.format(Date.UTC(2026, index, 15))),
      month: index + 1,
    }));
  }),
]);

/**
 * Returns the month whose name starts with a word in any of the languages; undefined if there is none or it is
 * ambiguous (jui: juin, juillet).
 */
const findMonth = (word: string): number | undefined => {
  const prefix = normalizeWord(word);
  const [month, ...otherMonths] = new Set(
    monthNames()
      .filter(({ name }) => name.startsWith(prefix))
      .map((monthName) => monthName.month),
  );
  return otherMonths.length === 0 ? month : undefined;
};

const wordFormats = [
  /^(?<day>\d{1,2})(?:er|st|nd|rd|th)?[ ./-]*(?<name>\p{L}{3,9})[ .,/-]*(?<year>\d{4}|\d{2})\.?$/u,
  /^(?<name>\p{L}{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u,
];

/** Expands a two-digit year: 80 to 99 are 19xx, since no console was sold before 1980. */
const expandYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 80 ? '20' : '19'}${year}`);

/**
 * Parses a date with the month as a word, in full or abbreviated, in any of the languages: 15 Jan 2026, 15. Januar 26,
 * 1er févr. 2026, January 15, 2026.
 */
const parseDateInWords = (text: string): CalendarDate | undefined => {
  const normalized = tidyText(text).normalize('NFC');
  const parts = wordFormats.map((format) => format.exec(normalized)?.groups).find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { day = '', name = '', year: writtenYear = '' } = parts;
  const month = findMonth(name);
  return month === undefined ? undefined : parseDate(`${expandYear(writtenYear)}-${month}-${day}`);
};

const shorthandFormats = [
  // Unambiguous, because these digits with the day first would be an impossible date or one before 1900.
  /^(?<year>(?:19|20)\d{2})(?<month>0[1-9]|1[0-2])(?<day>\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{1,2})[/. -](?<month>\d{1,2})[/. -](?<year>\d{4}|\d{2})$/,
];

/**
 * Parses what `parseDate` accepts and shorter typed forms: 150126, 15012026, 20260115, 15.1.26, 15 1 26, 15 Jan 26.
 * Not used for files, where six digits are a number and the result is not reviewed by a user.
 */
export const parseTypedDate = (text: string): CalendarDate | undefined => {
  const date = parseDate(text) ?? parseDateInWords(text);
  if (date !== undefined) return date;
  const parts = shorthandFormats
    .map((format) => format.exec(tidyText(text))?.groups)
    .find((groups) => groups !== undefined);
  if (!parts) return undefined;
  const { year = '', month = '', day = '' } = parts;
  return parseDate(`${expandYear(year)}-${month}-${day}`);
};

/**
 * Parses a day and a month in two digits each (1503) as the latest such date until `today`: one of the last twelve
 * months.
 */
export const parseDayAndMonth = (text: string, today: CalendarDate): CalendarDate | undefined => {
  const [, day = '', month = ''] = /^(\d{2})(\d{2})$/.exec(tidyText(text)) ?? [];
  const year = Number(today.slice(0, 4));
  return [year, year - 1]
    .map((candidate) => parseDate(`${candidate}-${month}-${day}`))
    .find((date) => date !== undefined && date <= today);
};

// Swedish dates and times are in ISO 8601 format, except for the T.
const offsetMs = (instant: Date, timeZone: string) =>
  Date.parse(`${instant.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - instant.getTime();

/** Returns the first instant of a calendar date in a time zone (IANA name), also on days when the clocks change. */
export const startOfDay = (date: CalendarDate, timeZone: string): Date => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const guess = new Date(midnight - offsetMs(new Date(midnight), timeZone));
  return new Date(midnight - offsetMs(guess, timeZone));
};

/** Returns the hour (0 to 23) of the day at an instant in a time zone (IANA name). */
export const toHour = (instant: Date, timeZone: string): number =>
  new Date(instant.getTime() + offsetMs(instant, timeZone)).getUTCHours();

/**
 * Returns the first instant of an hour of a calendar date in a time zone (IANA name); the hour must be after any clock
 * change of that date.
 */
export const startOfHour = (date: CalendarDate, hour: number, timeZone: string): Date => {
  const wallClockMs = Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000;
  return new Date(wallClockMs - offsetMs(new Date(wallClockMs), timeZone));
};

/** Adds days, or subtracts them if negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the number of days between two dates, negative if `to` is earlier; both must exist in the calendar. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

/** Adds months; a day that the month does not have becomes its last day. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
};

/** Returns whether a date is a Saturday or a Sunday. */
export const isWeekend = (date: CalendarDate): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;

/** Adds working days, skipping Saturdays, Sundays and holidays. */
export const addWorkingDays = (date: CalendarDate, days: number, isHoliday: (date: CalendarDate) => boolean) => {
  let day = date;
  let remainingDays = days;
  while (remainingDays > 0) {
    day = addDays(day, 1);
    if (!isWeekend(day) && !isHoliday(day)) remainingDays -= 1;
  }
  return day;
};
