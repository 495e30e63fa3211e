import type { Cell, FarCells } from './table.ts';
import { toCellText, isBlank, toReportText } from './table.ts';

/** Far cells that a report names per row, and characters that it shows of each. */
const namedCellLimits = { cells: 3, length: 60 };

const toColumnLetters = (column: number): string =>
  column === 0 ? '' : toColumnLetters(Math.floor((column - 1) / 26)) + String.fromCodePoint(65 + ((column - 1) % 26));

/**
 * Adds a cell beyond the last column that is read to its row's far cells; `column` counts from 1. Blank cells are
 * ignored.
 */
export const addFarCell = (
  far: FarCells | undefined,
  address: { readonly row: number; readonly column: number },
  content: Cell,
): FarCells | undefined => {
  if (isBlank(content)) return far;
  const { count = 0, named = [] } = far ?? {};
  if (named.length === namedCellLimits.cells) return { count: count + 1, named };
  const cell = `${toColumnLetters(address.column)}${address.row}`;
  return {
    count: count + 1,
    named: [...named, { cell, text: toReportText(toCellText(content), namedCellLimits.length) }],
  };
};
