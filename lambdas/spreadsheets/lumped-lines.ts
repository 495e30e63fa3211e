import { FileRefused } from './bounds.ts';
import type { Cell, Row } from './table.ts';
import { cellText, filledLength, isBlank, textFileCell } from './table.ts';
import { readRecords } from './text-records.ts';

const separators = [';', ',', '\t'] as const;
type Separator = (typeof separators)[number];

/** The cells of a text if it is a single record; undefined for any other. */
export const singleRecord = (text: string, separator: string): string[] | undefined => {
  const records: string[][] = [];
  try {
    readRecords(text, separator, (cells) => records.push(cells));
  } catch (error) {
    if (error instanceof FileRefused) return undefined;
    throw error;
  }
  return records.length === 1 ? records[0] : undefined;
};

/** A spreadsheet program of another country opens a text file in one column, and cuts only at its own separator, which may stand in a description. */
const joined = ({ cells }: Row, separator: Separator): string | undefined => {
  const begin = cells.findIndex((cell) => !isBlank(cell));
  const first = cells[begin];
  if (typeof first !== 'string' || !first.includes(separator)) return undefined;
  return cells
    .slice(begin)
    .map(cellText)
    .join(separator === ';' ? ',' : ';');
};

const split = (row: Row, separator: Separator): Row | undefined => {
  const text = joined(row, separator);
  const cells: readonly Cell[] =
    (text === undefined ? undefined : singleRecord(text, separator))?.map(textFileCell) ?? [];
  return cells.length > 1 ? { ...row, cells } : undefined;
};

const trimmed = (row: Row): Row => ({ ...row, cells: row.cells.slice(0, filledLength(row.cells)) });

/** Returns the rows that one cell of a row would be as a line, by each separator that it holds. */
export const splitRows = (row: Row): Row[] =>
  separators.flatMap((separator) => split(row, separator) ?? []).map(trimmed);

/** A line that stands in one cell, as the row of so many cells that it is; any other row, and a line that could be split in two ways, as it stands. */
export const splitLumped = (row: Row, width: number): Row => {
  if (row.cells.length >= width) return row;
  const fitting = separators.flatMap((separator) => {
    const found = split(row, separator);
    return found && found.cells.length >= width && filledLength(found.cells) <= width ? [trimmed(found)] : [];
  });
  return fitting.length === 1 && fitting[0] ? fitting[0] : row;
};
