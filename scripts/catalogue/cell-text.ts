import { cellText as shown } from '#lambdas/spreadsheets/cell-text.ts';
import type { Cell } from '#lambdas/spreadsheets/table.ts';

/** What a cell says, or why that isn't known. */
export type CellText = { readonly text: string } | { readonly wrong: string };

/**
 * What a reader sees in a cell: of a formula its last result, of a number all its digits. Dates and errors are no text:
 * whatever was typed there is lost.
 */
export const cellText = (cell: Cell): CellText => {
  if (typeof cell === 'boolean') return { text: cell ? 'yes' : 'no' };
  if (typeof cell === 'number') {
    return Math.abs(cell) <= Number.MAX_SAFE_INTEGER
      ? { text: String(cell) }
      : { wrong: 'is a number with more digits than Excel keeps: format the column as text and type it again' };
  }
  if (typeof cell === 'object' && cell !== null) {
    if (cell.kind === 'date') return { wrong: 'has become a date: format the column as text and type it again' };
    if (cell.kind === 'formatted')
      return { wrong: 'shows another number than it holds: format the column as text and type it again' };
    if (cell.kind === 'long') return { wrong: 'is longer than a cell of Excel can be' };
    if (cell.kind === 'formula' && /^#(?:N\/A|[A-Z0-9]{2,8}[!?])$/.test(cell.shown ?? ''))
      return { wrong: `is an error (${cell.shown})` };
    if (cell.kind === 'error') return { wrong: `is an error (${cell.text})` };
  }
  return { text: shown(cell).trim() };
};
