import * as z from 'zod/mini';
import { importRows, findCell } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { Cell, LostTextReason, Row as FileRow } from '#lambdas/lib/spreadsheets/table.ts';
import { readTypedText } from '#lambdas/lib/spreadsheets/table.ts';
import { catalogueKey, requiredLine } from '#shared/api/fields.ts';

/**
 * Sheet of a file: its non-blank rows with their numbers, the first being the header. The sheet of a CSV file has no
 * name.
 */
export type Sheet = { readonly name: string; readonly rows: readonly FileRow[] };

/**
 * Layout of a sheet of a catalogue: one schema per column, whose message states the rule. The first column identifies
 * a row.
 */
export type Layout<Cells extends z.ZodMiniObject = z.ZodMiniObject> = {
  readonly name: string;
  readonly cells: Cells;
  /** Columns that a file may omit. */
  readonly optional: readonly (keyof Cells['shape'] & string)[];
};

/** Sheet of a catalogue with its rows: one text per column. */
export type Table = Layout & { readonly rows: readonly Readonly<Record<string, string>>[] };

export type CatalogueKind = {
  /** File name in shared/catalogue. */
  readonly dataFile: string;
  /** Converts the content of the data file to tables, for the export and for comparing versions. */
  readonly toTables: (data: unknown) => Table[];
  /** Converts sheets to the content of the data file; the result is invalid if it adds `problems`. */
  readonly read: (sheets: readonly Sheet[], problems: string[]) => unknown;
};

/** Parsed row, with a function that reports a problem of one of its columns. */
export type Row<Cells> = {
  readonly sheet: string;
  readonly number: number;
  readonly cells: Cells;
  readonly reject: (column: keyof Cells & string, message: string) => void;
};

/** Creates the schema of a text cell, whose message is the rule in words. */
const createTextCell = (schema: z.ZodMiniType<string, string>, rule: string) =>
  z.string().check(z.refine((text) => schema.safeParse(text).success, rule));

/** Parses yes and no; blank is no. */
export const flag = z.stringbool({
  truthy: ['yes', 'true', '1', 'x'],
  falsy: ['', 'no', 'false', '0'],
  error: 'yes or no',
});
/** Permanent key of an entry, by which repairs and returns refer to it. */
export const key = createTextCell(
  catalogueKey.check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  'small letters and digits with single hyphens between, at most 60 signs',
);
/** The provider's code of a product or an accessory. */
export const code = createTextCell(
  z.string().check(z.maxLength(30), z.regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/)),
  'capital letters and digits, perhaps with hyphens between, at most 30 signs',
);
/** Name of an entry in a language; 120 characters fit on two lines of a list or a packing slip. */
export const label = createTextCell(requiredLine(120), 'at most 120 signs, all of them visible');
/** One of several words, case-insensitive. */
export const createEnumCell = <const Word extends string>(
  words: readonly Word[],
  rule = `one of ${words.join(', ')}`,
) =>
  z.pipe(
    z.transform((text: string) => text.toLowerCase()),
    z.enum(words, rule),
  );

const lossReasons: Record<LostTextReason, string> = {
  formula: 'is a formula',
  errorValue: 'is an error of the spreadsheet',
  notText: 'has become a date or another number: format the column as text and type it again',
  numberMangled: 'is a number that Excel has shortened: format the column as text and type it again',
  tooLong: 'is longer than a cell of Excel can be',
};

/** Returns the text displayed in a cell (of a formula, its last result), or why the typed text is lost. */
export const readCellText = (cell: Cell | undefined): { readonly text: string } | { readonly wrong: string } => {
  if (typeof cell === 'boolean') return { text: cell ? 'yes' : 'no' };
  const isFormula = typeof cell === 'object' && cell?.kind === 'formula';
  // `#N/A`, `#REF!`
  if (isFormula && /^#[A-Z0-9/]+[!?]?$/.test(cell.shown ?? '')) return { wrong: lossReasons.errorValue };
  const typed = readTypedText(isFormula ? (cell.shown ?? '') : cell);
  return 'wrong' in typed ? { wrong: lossReasons[typed.wrong] } : typed;
};

const normalize = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Reads the valid rows of a sheet, with columns in any order. Returns no rows if the header is invalid, because every
 * row would be invalid.
 */
export const readRows = <Cells extends z.ZodMiniObject>(
  sheets: readonly Sheet[],
  { name: sheet, cells, optional }: Layout<Cells>,
  problems: string[],
): Row<z.output<Cells>>[] => {
  // Row numbers as displayed by a spreadsheet, from 1.
  const reportProblem = (row: number, column: string, message: string) =>
    void problems.push(`${sheet}, row ${row}, ${column}: ${message}`);
  const matchingSheet = sheets.find(({ name }) => name === '' || normalize(name) === normalize(sheet));
  if (!matchingSheet) {
    reportProblem(1, 'all columns', 'the file has no such sheet');
    return [];
  }
  const [header = { number: 1, cells: [] }, ...rows] = matchingSheet.rows;
  const columns = Object.keys(cells.shape);
  const result = importRows(
    { header, rows, otherSheets: [], hiddenRows: [], spellings: [] },
    { columns, optional, findColumn: (text) => columns.find((name) => normalize(name) === normalize(text)) },
  );
  if (result.outcome === 'wrong') {
    for (const column of result.missing) reportProblem(header.number, column, 'the column is missing');
    for (const column of result.unknown) reportProblem(header.number, column, 'no such column');
    for (const column of result.repeated) reportProblem(header.number, column, 'the column is there twice');
    return [];
  }
  if (result.rows.length === 0) reportProblem(header.number, 'all columns', 'there are no rows');

  return result.rows.flatMap((row) => {
    const reasonByColumn = new Map<string, string>();
    const texts: Record<string, string> = {};
    for (const column of columns) {
      const cell = readCellText(findCell(row, result.positions, column));
      if ('wrong' in cell) reasonByColumn.set(column, cell.wrong);
      texts[column] = 'text' in cell ? cell.text : '';
    }
    const { data, error } = cells.safeParse(texts);
    for (const { path, message } of error?.issues ?? []) {
      const column = String(path[0]);
      const reason = texts[column] === '' ? 'is missing' : `${JSON.stringify(texts[column])}: ${message}`;
      if (!reasonByColumn.has(column)) reasonByColumn.set(column, reason);
    }
    for (const [column, message] of reasonByColumn) reportProblem(row.number, column, message);
    if (!data || reasonByColumn.size > 0) return [];
    return [
      {
        sheet,
        number: row.number,
        cells: data,
        reject: (column, message) => reportProblem(row.number, column, message),
      },
    ];
  });
};

/** Rejects, in a column, each value that occurs in an earlier row, on any of the sheets. */
export const rejectDuplicates = <Cells>(rows: readonly Row<Cells>[], column: keyof Cells & string): void => {
  const firstRows = new Map<unknown, Row<Cells>>();
  for (const row of rows) {
    const value = row.cells[column];
    const earlierRow = firstRows.get(value);
    const earlierPosition =
      earlierRow && `${earlierRow.number}${earlierRow.sheet === row.sheet ? '' : ` of ${earlierRow.sheet}`}`;
    if (earlierRow) row.reject(column, `${JSON.stringify(value)} stands in row ${earlierPosition} already`);
    else firstRows.set(value, row);
  }
};
