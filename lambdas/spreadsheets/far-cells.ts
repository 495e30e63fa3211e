import type { Cell, FarCells } from './table.ts';
import { cellText, isBlank, shownText } from './table.ts';

/** Far cells of a row that are named, and characters of each that are shown. */
const shown = { cells: 3, length: 60 };

const lettersOf = (column: number): string =>
  column === 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCodePoint(65 + ((column - 1) % 26));

/** Adds a cell that stands right of all columns that are read to those of its row; `column` counts from 1. A blank one adds nothing. */
export const withFarCell = (
  far: FarCells | undefined,
  place: { readonly row: number; readonly column: number },
  content: Cell,
): FarCells | undefined => {
  if (isBlank(content)) return far;
  const { count = 0, named = [] } = far ?? {};
  if (named.length === shown.cells) return { count: count + 1, named };
  const cell = `${lettersOf(place.column)}${place.row}`;
  return { count: count + 1, named: [...named, { cell, text: shownText(cellText(content), shown.length) }] };
};
