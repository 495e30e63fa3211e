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

const monthAndDay = (text: string) => {
  const [, month, , day] = /^(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})$/.exec(text) ?? [];
  return month !== undefined && Number(month) >= 1 && Number(month) <= 12 && Number(day) <= 31
    ? { month: Number(month), day: Number(day) }
    : undefined;
};

/** A date that makes sense only with the month in front. */
export const isMonthFirst = (cell: Cell | undefined): boolean => {
  const parts = typeof cell === 'string' ? monthAndDay(dayText(cell)) : undefined;
  return parts !== undefined && parts.day > 12;
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

const fromMonthFirst = (text: string) => {
  const [month = '', day = '', year = ''] = text.split(/[/-]/);
  return parseTypedDate([day, month, year].join('/'));
};

// Six digits are a number here; and of those the year may come first.
const fromText = (text: string) => (/^\d{6}$/.test(text) ? undefined : parseTypedDate(text));

/** `dayFirst`: none has the month in front; `doubtful`: some have, and nobody has said what that means for the others. */
export type DateOrder = 'dayFirst' | 'doubtful' | DateReading;

type ReadDate = { readonly date: CalendarDate } | { readonly wrong: ReasonKey };

const readReal = (date: CalendarDate, order: DateOrder): ReadDate => {
  const other = turned(date);
  if (other === undefined || order === 'dayFirst' || order === 'asShown') return { date };
  return order === 'doubtful' ? { wrong: 'dateMonthFirst' } : { date: other };
};

const readWritten = (text: string, isMonthInFront: boolean, order: DateOrder): ReadDate => {
  const isEither = isMonthInFront || (order !== 'dayFirst' && couldBeMonthFirst(text));
  if (isEither && (order === 'dayFirst' || order === 'doubtful')) return { wrong: 'dateMonthFirst' };
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

/** What both readings make of a date that isn't read while that is doubtful; undefined for any other. */
export const bothReadings = (cell: Cell): Omit<DoubtfulDate, 'row'> | undefined => {
  const doubtful = readDate(cell, 'doubtful');
  if (!('wrong' in doubtful) || doubtful.wrong !== 'dateMonthFirst') return undefined;
  const [monthFirst, asShown] = (['monthFirst', 'asShown'] as const).map((order) => readDate(cell, order));
  if (!monthFirst || !asShown || !('date' in monthFirst) || !('date' in asShown)) return undefined;
  return {
    ...(typeof cell === 'string' && { text: dayText(cell) }),
    monthFirst: monthFirst.date,
    asShown: asShown.date,
  };
};
