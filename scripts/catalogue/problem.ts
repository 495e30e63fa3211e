/** A cell of a file; `row` as the spreadsheet numbers it, from 1. */
type Place = { readonly sheet: string; readonly row: number; readonly column: string };
export type Problem = Place & { readonly message: string };

export const describeProblem = ({ sheet, row, column, message }: Problem) =>
  `${sheet}, row ${row}, ${column}: ${message}`;

/** Sheet by sheet and from the top, as somebody mends them. */
export const inOrder = (problems: readonly Problem[], sheets: readonly string[]) =>
  problems.toSorted((one, other) => sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || one.row - other.row);
