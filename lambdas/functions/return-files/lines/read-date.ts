import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { parseTypedDate } from '#shared/dates/parse-date.ts';
import type { ReasonKey } from '#shared/returns/file/rejections.ts';
import type { DateInterpretation, AmbiguousDate } from '#shared/returns/file/report.ts';

/**
 * Matches a date with a time. With a UTC offset, only midnight is accepted, since any other time could be another day
 * elsewhere.
 */
const timeSuffix = /^([^ T]*)[ T]+(?:\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?|00:00(?::00(?:\.0{1,9})?)?Z)$/;

const removeTime = (text: string) => {
  const trimmedText = text.replaceAll(/\p{Cf}/gu, '').trim();
  return timeSuffix.exec(trimmedText)?.[1] ?? trimmedText;
};

/** Matches two numbers and a year with separators; the next pattern matches them as eight digits. Its empty group stands for the separator. */
const separatedDate = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/;
const eightDigits = /^(\d{2})()(\d{2})(\d{4})$/;

const splitNumbers = (text: string) => {
  const [, first, , second, year] = separatedDate.exec(text) ?? eightDigits.exec(text) ?? [];
  return first !== undefined && second !== undefined && year !== undefined ? { first, second, year } : undefined;
};

const parseMonthAndDay = (text: string) => {
  const { first = '', second = '' } = splitNumbers(text) ?? {};
  const month = Number(first);
  const day = Number(second);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { month, day } : undefined;
};

const toTypedDateText = (cell: Cell | undefined) =>
  typeof cell === 'string' || typeof cell === 'number' ? removeTime(String(cell)) : '';

/** Checks for a date that is only valid month-first. */
export const isMonthFirst = (cell: Cell | undefined): boolean => {
  const parts = parseMonthAndDay(toTypedDateText(cell));
  return parts !== undefined && parts.day > 12;
};

/** Checks for a typed date that is only valid day-first. */
export const isDayFirst = (cell: Cell | undefined): boolean => {
  const [, day, month] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/.exec(toTypedDateText(cell)) ?? [];
  return Number(day) > 12 && Number(month) <= 12;
};

/** Checks for a date such as 3/4/2026, which could be in March or in April. */
const couldBeMonthFirst = (text: string) => {
  const parts = parseMonthAndDay(text);
  return parts !== undefined && parts.day <= 12 && parts.month !== parts.day;
};

const swapDayAndMonth = (date: CalendarDate): CalendarDate | undefined => {
  const [year = '', month = '', day = ''] = date.split('-');
  return Number(day) <= 12 && day !== month ? [year, day, month].join('-') : undefined;
};

/** Checks whether swapping day and month yields another valid date. */
export const canSwapDayAndMonth = (date: CalendarDate): boolean => swapDayAndMonth(date) !== undefined;

const parseMonthFirst = (text: string) => {
  const { first: month = '', second: day = '', year = '' } = splitNumbers(text) ?? {};
  return parseTypedDate([day, month, year].join('/'));
};

// Six digits are not read, since they could also be year-first.
const parseDayFirst = (text: string) => (/^\d{6}$/.test(text) ? undefined : parseTypedDate(text));

/**
 * Order of day and month in a file, as detected or as answered by the user. With `dayFirst`, no date is month-first. With
 * `doubtful`, some dates are, and the user has not answered yet. With `perhapsTurned`, date cells may have day and month swapped.
 */
export type DateOrder = 'dayFirst' | 'doubtful' | 'perhapsTurned' | DateInterpretation;

type DateResult = { readonly date: CalendarDate } | { readonly wrong: ReasonKey };

const readDateCell = (date: CalendarDate, order: DateOrder): DateResult => {
  const swappedDate = swapDayAndMonth(date);
  if (swappedDate === undefined || order === 'dayFirst' || order === 'asShown') return { date };
  if (order === 'doubtful') return { wrong: 'dateMonthFirst' };
  return order === 'perhapsTurned' ? { wrong: 'dateTurned' } : { date: swappedDate };
};

/** Orders in which typed dates are day-first. */
const isDayFirstOrder = (order: DateOrder) => order === 'dayFirst' || order === 'perhapsTurned' || order === 'turned';

const readDateText = (text: string, isMonthFirstText: boolean, order: DateOrder): DateResult => {
  const isMonthFirstReading = isMonthFirstText || (!isDayFirstOrder(order) && couldBeMonthFirst(text));
  if (isMonthFirstReading && (isDayFirstOrder(order) || order === 'doubtful')) return { wrong: 'dateMonthFirst' };
  const date = isMonthFirstReading ? parseMonthFirst(text) : parseDayFirst(text);
  return date === undefined ? { wrong: 'dateUnreadable' } : { date };
};

/**
 * Reads a date cell, or a text or number as it may be typed into a form. Ambiguous day–month orders are not guessed.
 */
export const readDate = (cell: Cell | undefined, order: DateOrder): DateResult => {
  if (typeof cell === 'object' && cell !== null) {
    if (cell.kind === 'date') return readDateCell(cell.date, order);
    if (cell.kind === 'long' || cell.kind === 'formatted') return { wrong: 'dateUnreadable' };
    return { wrong: cell.kind === 'formula' ? 'formula' : 'errorValue' };
  }
  // A number without a date format is a date only if it has eight digits, such as 20261121.
  if (typeof cell === 'boolean' || (typeof cell === 'number' && !/^\d{8}$/.test(String(cell))))
    return { wrong: 'dateUnreadable' };
  const text = removeTime(String(cell ?? ''));
  return text === '' ? { wrong: 'missing' } : readDateText(text, isMonthFirst(cell), order);
};

/** Answer that resolves each doubtful order as an alternative to `asShown`. */
const alternativeByOrder = { doubtful: 'monthFirst', perhapsTurned: 'turned' } as const;

/** Returns both readings of a date that is rejected because its order is doubtful; undefined for any other date. */
export const toAlternativeReadings = (
  cell: Cell,
  order: keyof typeof alternativeByOrder,
): Omit<AmbiguousDate, 'row'> | undefined => {
  const result = readDate(cell, order);
  if (!('wrong' in result) || !['dateMonthFirst', 'dateTurned'].includes(result.wrong)) return undefined;
  const answer = alternativeByOrder[order];
  const alternativeResult = readDate(cell, answer);
  const resultAsShown = readDate(cell, 'asShown');
  if (!('date' in alternativeResult) || !('date' in resultAsShown)) return undefined;
  return {
    ...(typeof cell === 'string' && { text: removeTime(cell) }),
    [answer]: alternativeResult.date,
    asShown: resultAsShown.date,
  };
};
