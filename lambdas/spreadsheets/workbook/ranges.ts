import { bounds, FileRefused } from '#lambdas/spreadsheets/bounds.ts';
import { cellText, isBlank } from '#lambdas/spreadsheets/table.ts';
import type { Cell } from '#lambdas/spreadsheets/table.ts';

const isLetter = (sign: number) => sign >= 0x41 && sign <= 0x5a;
const isDigit = (sign: number) => sign >= 0x30 && sign <= 0x39;

/** Of an address like B12, where A is 1 and XFD 16,384; undefined for what is none. Sign by sign: a pattern doubles the time of every cell. */
export const placeOf = (given: string): { readonly column: number; readonly row: number } | undefined => {
  const address = given.toUpperCase();
  let at = 0;
  let column = 0;
  for (; isLetter(address.charCodeAt(at)); at += 1) column = column * 26 + address.charCodeAt(at) - 64;
  const letters = at;
  let row = 0;
  for (; isDigit(address.charCodeAt(at)); at += 1) row = row * 10 + address.charCodeAt(at) - 48;
  const digits = at - letters;
  const isAddress = letters >= 1 && letters <= 3 && digits >= 1 && digits <= 7 && at === address.length;
  return isAddress ? { column, row } : undefined;
};

/** A range of cells; numbers as in Excel, from 1. */
export type Range = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** The range of a reference like A2:B7, cut to the columns that are read; undefined for what is none. */
export const rangeOf = (reference: string): Range | undefined => {
  const [from, to, ...others] = reference.split(':', 3).map(placeOf);
  if (!from || !to || others.length > 0) return undefined;
  return { top: from.row, bottom: to.row, left: from.column, right: Math.min(to.column, bounds.columns) };
};

/** The last row that holds something: whole columns are merged and computed down to row 1,048,576. */
const lastRow = (rows: ReadonlyMap<number, Cell[]>) => [...rows.keys()].at(-1) ?? 0;

/** Whatever stands in the range of an array formula is its result: nobody typed it. Throws FileRefused when that is too much. */
export const markResults = (rows: ReadonlyMap<number, Cell[]>, ranges: readonly Range[]): void => {
  const last = lastRow(rows);
  let looked = 0;
  for (const { top, bottom, left, right } of ranges) {
    for (let number = top; number <= Math.min(bottom, last); number += 1) {
      looked += 1;
      if (looked > bounds.mergedCells) throw new FileRefused('FileTooLarge');
      const cells = rows.get(number);
      if (!cells) continue;
      for (let index = left - 1; index < Math.min(right, cells.length); index += 1)
        if (!isBlank(cells[index])) cells[index] = { kind: 'formula', shown: cellText(cells[index]) };
    }
  }
};

const cellsIn = ({ top, bottom, left, right }: Range) => (bottom - top + 1) * (right - left + 1);

/** What stands in a merged range's corner shows in all of it; a row with nothing else stays blank. Throws FileRefused. */
export const fillMerged = (rows: Map<number, Cell[]>, ranges: readonly Range[]): void => {
  if (ranges.length > bounds.mergedRanges) throw new FileRefused('FileTooLarge');
  const last = lastRow(rows);
  let filled = 0;
  for (const range of ranges) {
    const { top, left, right } = range;
    const bottom = Math.min(range.bottom, last);
    // Turned round, or right of all columns that are read.
    if (bottom < top || right < left) continue;
    const shown = rows.get(top)?.[left - 1];
    if (shown === undefined || shown === null) continue;
    filled += cellsIn({ top, bottom, left, right });
    if (filled > bounds.mergedCells) throw new FileRefused('FileTooLarge');
    for (let number = top; number <= bottom; number += 1) {
      const cells = rows.get(number);
      if (!cells) continue;
      while (cells.length < right) cells.push(null);
      cells.fill(shown, left - 1, right);
    }
  }
};
