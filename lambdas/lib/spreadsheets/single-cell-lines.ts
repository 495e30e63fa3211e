import { FileRejectedError } from './bounds.ts';
import type { Cell, Row } from './table.ts';
import { toCellText, countFilledCells, isBlank, toTextFileCell } from './table.ts';
import { readRecords } from './text-records.ts';

const separators = [';', ',', '\t'] as const;
type Separator = (typeof separators)[number];

/** Returns the cells of a text that is a single record; undefined for any other text. */
export const parseSingleRecord = (text: string, separator: string): string[] | undefined => {
  const records: string[][] = [];
  try {
    readRecords(text, separator, (cells) => records.push(cells));
  } catch (error) {
    if (error instanceof FileRejectedError) return undefined;
    throw error;
  }
  return records.length === 1 ? records[0] : undefined;
};

/**
 * Rejoins a line that a spreadsheet program with another list separator opened as one column; that program also split
 * it wherever its own separator occurred, for example in a description.
 */
const joinCells = ({ cells }: Row, separator: Separator): string | undefined => {
  const begin = cells.findIndex((cell) => !isBlank(cell));
  const first = cells[begin];
  if (typeof first !== 'string' || !first.includes(separator)) return undefined;
  // A program that did not split the line at semicolons split it at commas; any other one split it at semicolons.
  const programSeparator = separator === ';' ? ',' : ';';
  return cells.slice(begin).map(toCellText).join(programSeparator);
};

const splitRow = (row: Row, separator: Separator): Row | undefined => {
  const text = joinCells(row, separator);
  const cells: readonly Cell[] =
    (text === undefined ? undefined : parseSingleRecord(text, separator))?.map(toTextFileCell) ?? [];
  return cells.length > 1 ? { ...row, cells } : undefined;
};

const trimRow = (row: Row): Row => ({ ...row, cells: row.cells.slice(0, countFilledCells(row.cells)) });

/** Splits the single cell of a row by each separator that it contains; returns one candidate row per separator. */
export const splitByEachSeparator = (row: Row): Row[] =>
  separators.flatMap((separator) => splitRow(row, separator) ?? []).map(trimRow);

/**
 * Splits a whole line that is in one cell into `width` cells; returns the row unchanged if it isn't such a line or
 * could be split in two ways.
 */
export const splitSingleCellLine = (row: Row, width: number): Row => {
  if (row.cells.length >= width) return row;
  const candidates = separators.flatMap((separator) => {
    const splitResult = splitRow(row, separator);
    return splitResult && splitResult.cells.length >= width && countFilledCells(splitResult.cells) <= width
      ? [trimRow(splitResult)]
      : [];
  });
  return candidates.length === 1 && candidates[0] ? candidates[0] : row;
};
