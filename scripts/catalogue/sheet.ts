import type { Row } from '#lambdas/spreadsheets/table.ts';

/** A sheet as a file holds it: its rows with their numbers, blank ones left out; the first is the header. */
export type Sheet = {
  readonly name: string;
  readonly rows: readonly Row[];
};

/** What the only sheet of a CSV file is called. */
export const csvSheet = 'CSV';

export type Column = {
  readonly name: string;
  /** Of the column in a workbook, in characters. */
  readonly width: number;
  /** Holds several values, one a line. */
  readonly isList?: boolean;
  /** Holds nothing but yes and no; blank is no. */
  readonly isFlag?: boolean;
  /** A file without the column is one that says nothing there. */
  readonly isOptional?: boolean;
  /** No cell of it is blank. */
  readonly isRequired?: boolean;
  /** Why a text that isn't blank cannot stand there. */
  readonly wrong?: (text: string) => string | undefined;
};

/** What a sheet of a catalogue looks like. The first column identifies a row. */
export type Layout = { readonly name: string; readonly columns: readonly Column[] };

/** A sheet of a catalogue, filled: a text for each column. */
export type Table = Layout & { readonly rows: readonly (readonly string[])[] };

/** How a list is written into one cell, and read from it. */
export const joinList = (values: readonly string[]) => values.join('\n');
export const splitList = (text: string) => text.split(/\s+/).filter((value) => value !== '');

/** A cell of a file that is wrong; `row` as the spreadsheet numbers it, from 1. */
export type Problem = {
  readonly sheet: string;
  readonly row: number;
  readonly column: string;
  readonly message: string;
};

export const describeProblem = ({ sheet, row, column, message }: Problem) =>
  `${sheet}, row ${row}, ${column}: ${message}`;

/** A catalogue that the command can replace. */
export type Kind = {
  /** Its data file in shared/catalogue. */
  readonly dataFile: string;
  /** The kinds of file that can hold it. */
  readonly formats: readonly string[];
  /** The data file's text as tables: what is exported, and what changes are told by. */
  readonly tables: (json: string) => Table[];
  /** What a file says the catalogue shall be: the text of its data file, if there is nothing wrong. */
  readonly read: (sheets: readonly Sheet[]) => { readonly problems: readonly Problem[]; readonly json: string };
};
