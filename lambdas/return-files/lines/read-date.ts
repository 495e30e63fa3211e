import type { Cell } from '#lambdas/spreadsheets/table.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { parseDate } from '#shared/dates.ts';
import type { ReasonKey } from '#shared/returns/file/report.ts';

/** A time may follow a date. With a zone only midnight may: of any other it isn't known whose day it was. */
const withTime = /^([^ T]*)[ T]+(?:\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?|00:00(?::00(?:\.0{1,9})?)?Z)$/;

const slashed = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/;

const dayText = (text: string) => {
  const trimmed = text.replaceAll(/\p{Cf}/gu, '').trim();
  return withTime.exec(trimmed)?.[1] ?? trimmed;
};

/** A date that makes sense only with the month in front. */
export const isMonthFirst = (cell: Cell | undefined): boolean => {
  const parts = typeof cell === 'string' ? slashed.exec(dayText(cell)) : null;
  return (
    parts !== null && Number(parts[1]) <= 12 && Number(parts[1]) >= 1 && Number(parts[2]) > 12 && Number(parts[2]) <= 31
  );
};

/** 3/4/2026 could be in March or in April. */
const couldBeMonthFirst = (text: string) => {
  const parts = slashed.exec(text);
  return parts !== null && Number(parts[2]) <= 12 && Number(parts[1]) <= 12 && Number(parts[1]) !== Number(parts[2]);
};

/**
 * A calendar date: a real one, or dd/mm/yyyy, dd.mm.yyyy, yyyy-mm-dd. Which of day and month comes first is
 * never guessed: in a file where another date has the month in front, all that could be either way are refused.
 */
export const readDate = (
  cell: Cell | undefined,
  fileHasMonthFirst: boolean,
): { readonly date: CalendarDate } | { readonly wrong: ReasonKey } => {
  if (typeof cell === 'object' && cell !== null) {
    if (cell.kind === 'date') return { date: cell.date };
    if (cell.kind === 'long' || cell.kind === 'formatted') return { wrong: 'dateUnreadable' };
    return { wrong: cell.kind === 'formula' ? 'formula' : 'errorValue' };
  }
  // A number that nobody formatted as a date is any number.
  if (typeof cell === 'number' || typeof cell === 'boolean') return { wrong: 'dateUnreadable' };
  const text = dayText(cell ?? '');
  if (text === '') return { wrong: 'missing' };
  if (isMonthFirst(cell) || (fileHasMonthFirst && couldBeMonthFirst(text))) return { wrong: 'dateMonthFirst' };
  const date = parseDate(text);
  return date === undefined ? { wrong: 'dateUnreadable' } : { date };
};
