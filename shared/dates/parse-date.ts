import { createLazily } from '#shared/api/lazy.ts';
import { prefixes } from '#shared/config/regions.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';
import type { CalendarDate } from './dates.ts';

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

const getMonthNames = createLazily(() => [
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
    getMonthNames()
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
