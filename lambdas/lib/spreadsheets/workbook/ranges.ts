import { bounds, FileRejectedError } from '#lambdas/lib/spreadsheets/bounds.ts';
import { toCellText, isBlank } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell } from '#lambdas/lib/spreadsheets/table.ts';

const isLetter = (charCode: number) => charCode >= 0x41 && charCode <= 0x5a;
const isDigit = (charCode: number) => charCode >= 0x30 && charCode <= 0x39;

/**
 * Parses an address such as B12 to numbers (A is 1, XFD is 16,384); undefined if malformed. Loops over characters
 * because a regular expression doubles the time per cell.
 */
export const parseCellAddress = (input: string): { readonly column: number; readonly row: number } | undefined => {
  const address = input.toUpperCase();
  let index = 0;
  let column = 0;
  for (; isLetter(address.charCodeAt(index)); index += 1) column = column * 26 + address.charCodeAt(index) - 64;
  const letterCount = index;
  let row = 0;
  for (; isDigit(address.charCodeAt(index)); index += 1) row = row * 10 + address.charCodeAt(index) - 48;
  const digitCount = index - letterCount;
  const isCellAddress =
    letterCount >= 1 && letterCount <= 3 && digitCount >= 1 && digitCount <= 7 && index === address.length;
  return isCellAddress ? { column, row } : undefined;
};

/** Range of cells, with numbers from 1 as in Excel. */
export type Range = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** Parses a reference such as A2:B7, cut to the columns that are read; undefined if malformed. */
export const parseRange = (reference: string): Range | undefined => {
  const [from, to, ...rest] = reference.split(':', 3).map(parseCellAddress);
  if (!from || !to || rest.length > 0) return undefined;
  return { top: from.row, bottom: to.row, left: from.column, right: Math.min(to.column, bounds.columns) };
};

/** Returns the last non-blank row, since merged and computed columns may extend to row 1,048,576. */
const findLastRow = (rows: ReadonlyMap<number, Cell[]>) => [...rows.keys()].at(-1) ?? 0;

/** Marks cells in array formula ranges as formula results. Throws FileRejectedError if the ranges are too large. */
export const markArrayResults = (rows: ReadonlyMap<number, Cell[]>, ranges: readonly Range[]): void => {
  const lastRow = findLastRow(rows);
  let visitedRows = 0;
  for (const { top, bottom, left, right } of ranges) {
    for (let number = top; number <= Math.min(bottom, lastRow); number += 1) {
      visitedRows += 1;
      // The limit of merged cells is used for visited rows, too: both bound the time of reading.
      if (visitedRows > bounds.mergedCells) throw new FileRejectedError('FileTooLarge');
      const cells = rows.get(number);
      if (!cells) continue;
      for (let index = left - 1; index < Math.min(right, cells.length); index += 1)
        if (!isBlank(cells[index])) cells[index] = { kind: 'formula', shown: toCellText(cells[index]) };
    }
  }
};

const countCells = ({ top, bottom, left, right }: Range) => (bottom - top + 1) * (right - left + 1);

/**
 * Copies the corner's content to all cells of each merged range; rows without other content stay blank. Throws
 * FileRejectedError.
 */
export const fillMergedRanges = (rows: Map<number, Cell[]>, ranges: readonly Range[]): void => {
  if (ranges.length > bounds.mergedRanges) throw new FileRejectedError('FileTooLarge');
  const lastRow = findLastRow(rows);
  let filledCount = 0;
  for (const range of ranges) {
    const { top, left, right } = range;
    const bottom = Math.min(range.bottom, lastRow);
    // Reversed, or beyond the columns that are read.
    if (bottom < top || right < left) continue;
    const corner = rows.get(top)?.[left - 1];
    if (corner === undefined || corner === null) continue;
    filledCount += countCells({ top, bottom, left, right });
    if (filledCount > bounds.mergedCells) throw new FileRejectedError('FileTooLarge');
    for (let number = top; number <= bottom; number += 1) {
      const cells = rows.get(number);
      if (!cells) continue;
      while (cells.length < right) cells.push(null);
      cells.fill(corner, left - 1, right);
    }
  }
};
