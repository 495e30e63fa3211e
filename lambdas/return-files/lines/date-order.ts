import { valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import { memoize } from '#lambdas/spreadsheets/table.ts';
import type { DateReading, DoubtfulDate } from '#shared/returns/file/report.ts';
import type { DateOrder } from './read-date.ts';
import { isDayFirst, isMonthFirst, isTurnable, otherReadings } from './read-date.ts';
import type { Places } from './read-store.ts';

/** How many dates a question shows of each kind. */
const mostExamples = 3;

const isReal = (cell: Cell): cell is Extract<Cell, { readonly kind: 'date' }> =>
  typeof cell === 'object' && cell?.kind === 'date';

/**
 * A spreadsheet of another country takes 11/10/2026 for the 10th of November and leaves 15/11/2026 as the text that it is:
 * then written dates have days past the twelfth, and real ones have none.
 */
const mayBeTurned = (cells: readonly Cell[]): boolean => {
  const real = cells.filter(isReal);
  const hasOnlyEarlyDays = real.every(({ date }) => Number(date.slice(-2)) <= 12);
  return hasOnlyEarlyDays && real.some(({ date }) => isTurnable(date)) && cells.some(isDayFirst);
};

/** Decides how a file's dates are read, in the light of somebody's answer if there is one. */
export const dateOrder = (rows: readonly Row[], places: Places, answer: DateReading | undefined): DateOrder => {
  const cells = rows.map((row) => valueOf(row, places, 'purchaseDate'));
  if (cells.some(memoize(isMonthFirst))) return answer === undefined || answer === 'turned' ? 'doubtful' : answer;
  if (answer === 'monthFirst' || answer === 'turned') return answer;
  return answer === undefined && mayBeTurned(cells) ? 'perhapsTurned' : 'dayFirst';
};

/** Examples of dates that a doubtful order reads in two ways: written ones and real ones, since those are what the readings differ in. */
export const doubtfulDates = (rows: readonly Row[], places: Places, order: DateOrder): DoubtfulDate[] => {
  if (order !== 'doubtful' && order !== 'perhapsTurned') return [];
  const all = rows.flatMap((row) => {
    const readings = otherReadings(valueOf(row, places, 'purchaseDate'), order);
    return readings ? [{ row: row.number, ...readings }] : [];
  });
  return [
    ...all.filter(({ text }) => text !== undefined).slice(0, mostExamples),
    ...all.filter(({ text }) => text === undefined).slice(0, mostExamples),
  ];
};
