import type { Cell } from '#lambdas/spreadsheets/table.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { parseTypedDate } from '#shared/dates.ts';
import type { DateReading, DoubtfulDate, ReasonKey } from '#shared/returns/file/report.ts';

/** A time may follow a date. With a zone only midnight may: of any other it isn't known whose day it was. */
const withTime = /^([^ T]*)[ T]+(?:\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?|00:00(?::00(?:\.0{1,9})?)?Z)$/;

const dayText = (text: string) => {
  const trimmed = text.replaceAll(/\p{Cf}/gu, '').trim();
  return withTime.exec(trimmed)?.[1] ?? trimmed;
};

/** The two numbers in front of a year, with separators or as eight digits. */
const withSeparators = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/;
const eightDigits = /^(\d{2})()(\d{2})(\d{4})$/;

const numbersOf = (text: string) => {
  const [, first, , second, year] = withSeparators.exec(text) ?? eightDigits.exec(text) ?? [];
  return first !== undefined && second !== undefined && year !== undefined ? { first, second, year } : undefined;
};

const monthAndDay = (text: string) => {
  const { first = '', second = '' } = numbersOf(text) ?? {};
  const month = Number(first);
  const day = Number(second);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { month, day } : undefined;
};

const writtenText = (cell: Cell | undefined) =>
  typeof cell === 'string' || typeof cell === 'number' ? dayText(String(cell)) : '';

/** A date that makes sense only with the month in front. */
export const isMonthFirst = (cell: Cell | undefined): boolean => {
  const parts = monthAndDay(writtenText(cell));
  return parts !== undefined && parts.day > 12;
};

/** A written date that makes sense only with the day in front. */
export const isDayFirst = (cell: Cell | undefined): boolean => {
  const [, day, month] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/.exec(writtenText(cell)) ?? [];
  return Number(day) > 12 && Number(month) <= 12;
};

/** 3/4/2026 could be in March or in April. */
const couldBeMonthFirst = (text: string) => {
  const parts = monthAndDay(text);
  return parts !== undefined && parts.day <= 12 && parts.month !== parts.day;
};

const turned = (date: CalendarDate): CalendarDate | undefined => {
  const [year = '', month = '', day = ''] = date.split('-');
  return Number(day) <= 12 && day !== month ? [year, day, month].join('-') : undefined;
};

/** Tells whether a date is another one with day and month swapped. */
export const isTurnable = (date: CalendarDate): boolean => turned(date) !== undefined;

const fromMonthFirst = (text: string) => {
  const { first: month = '', second: day = '', year = '' } = numbersOf(text) ?? {};
  return parseTypedDate([day, month, year].join('/'));
};

// Six digits are a number here; and of those the year may come first.
const fromText = (text: string) => (/^\d{6}$/.test(text) ? undefined : parseTypedDate(text));

/** `dayFirst`: none has the month in front; `doubtful`: some have, and nobody has said what that means for the others; `perhapsTurned`: real ones may have day and month swapped. */
export type DateOrder = 'dayFirst' | 'doubtful' | 'perhapsTurned' | DateReading;

type ReadDate = { readonly date: CalendarDate } | { readonly wrong: ReasonKey };

const readReal = (date: CalendarDate, order: DateOrder): ReadDate => {
  const other = turned(date);
  if (other === undefined || order === 'dayFirst' || order === 'asShown') return { date };
  if (order === 'doubtful') return { wrong: 'dateMonthFirst' };
  return order === 'perhapsTurned' ? { wrong: 'dateTurned' } : { date: other };
};

/** Orders in which written dates have the day in front. */
const isDayFirstOrder = (order: DateOrder) => order === 'dayFirst' || order === 'perhapsTurned' || order === 'turned';

const readWritten = (text: string, isMonthInFront: boolean, order: DateOrder): ReadDate => {
  const isEither = isMonthInFront || (!isDayFirstOrder(order) && couldBeMonthFirst(text));
  if (isEither && (isDayFirstOrder(order) || order === 'doubtful')) return { wrong: 'dateMonthFirst' };
  const date = isEither ? fromMonthFirst(text) : fromText(text);
  return date === undefined ? { wrong: 'dateUnreadable' } : { date };
};

/** A calendar date: a real one, or one as it may be typed into a form. Which of day and month comes first isn't guessed. */
export const readDate = (cell: Cell | undefined, order: DateOrder): ReadDate => {
  if (typeof cell === 'object' && cell !== null) {
    if (cell.kind === 'date') return readReal(cell.date, order);
    if (cell.kind === 'long' || cell.kind === 'formatted') return { wrong: 'dateUnreadable' };
    return { wrong: cell.kind === 'formula' ? 'formula' : 'errorValue' };
  }
  // A number that nobody formatted as a date is any number, but for 20261121.
  if (typeof cell === 'boolean' || (typeof cell === 'number' && !/^\d{8}$/.test(String(cell))))
    return { wrong: 'dateUnreadable' };
  const text = dayText(String(cell ?? ''));
  return text === '' ? { wrong: 'missing' } : readWritten(text, isMonthFirst(cell), order);
};

/** The answers that each doubtful order can be given, beside `asShown`. */
const answers = { doubtful: 'monthFirst', perhapsTurned: 'turned' } as const;

/** Returns both readings of a date that isn't read while its order is doubtful; undefined for any other date. */
export const otherReadings = (cell: Cell, order: keyof typeof answers): Omit<DoubtfulDate, 'row'> | undefined => {
  const doubtful = readDate(cell, order);
  if (!('wrong' in doubtful) || !['dateMonthFirst', 'dateTurned'].includes(doubtful.wrong)) return undefined;
  const answer = answers[order];
  const other = readDate(cell, answer);
  const asShown = readDate(cell, 'asShown');
  if (!('date' in other) || !('date' in asShown)) return undefined;
  return {
    ...(typeof cell === 'string' && { text: dayText(cell) }),
    [answer]: other.date,
    asShown: asShown.date,
  };
};
