import { findCell } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { Cell, Row } from '#lambdas/lib/spreadsheets/table.ts';
import { memoize } from '#lambdas/lib/spreadsheets/table.ts';
import type { DateInterpretation, AmbiguousDate } from '#shared/returns/file/report.ts';
import type { DateOrder } from './read-date.ts';
import { isDayFirst, isMonthFirst, canSwapDayAndMonth, toAlternativeReadings } from './read-date.ts';
import type { ReturnColumnPositions } from './store-columns.ts';

/** Maximum number of examples of each kind in a question. */
const maxExamples = 3;

const isDateCell = (cell: Cell): cell is Extract<Cell, { readonly kind: 'date' }> =>
  typeof cell === 'object' && cell?.kind === 'date';

/**
 * Detects that a spreadsheet with another date order may have swapped day and month: it reads 11/10/2026 as November 10
 * and leaves 15/11/2026 as text. Then typed dates have days after the 12th and date cells have none.
 */
const mayBeSwapped = (cells: readonly Cell[]): boolean => {
  const dateCells = cells.filter(isDateCell);
  const hasOnlyEarlyDays = dateCells.every(({ date }) => Number(date.slice(-2)) <= 12);
  return hasOnlyEarlyDays && dateCells.some(({ date }) => canSwapDayAndMonth(date)) && cells.some(isDayFirst);
};

/** Decides how to read a file's dates, given the user's answer, if any. `turned` means that day and month are swapped in date cells. */
export const detectDateOrder = (
  rows: readonly Row[],
  positions: ReturnColumnPositions,
  answer: DateInterpretation | undefined,
): DateOrder => {
  const cells = rows.map((row) => findCell(row, positions, 'purchaseDate'));
  if (cells.some(memoize(isMonthFirst))) return answer === undefined || answer === 'turned' ? 'doubtful' : answer;
  if (answer === 'monthFirst' || answer === 'turned') return answer;
  return answer === undefined && mayBeSwapped(cells) ? 'perhapsTurned' : 'dayFirst';
};

/**
 * Returns examples of dates that can be read in two ways. Includes both texts and date cells, because the answers affect
 * them differently.
 */
export const findDoubtfulDates = (
  rows: readonly Row[],
  positions: ReturnColumnPositions,
  order: DateOrder,
): AmbiguousDate[] => {
  if (order !== 'doubtful' && order !== 'perhapsTurned') return [];
  const examples = rows.flatMap((row) => {
    const readings = toAlternativeReadings(findCell(row, positions, 'purchaseDate'), order);
    return readings ? [{ row: row.number, ...readings }] : [];
  });
  return [
    ...examples.filter(({ text }) => text !== undefined).slice(0, maxExamples),
    ...examples.filter(({ text }) => text === undefined).slice(0, maxExamples),
  ];
};
