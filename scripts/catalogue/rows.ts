import * as z from 'zod/mini';
import { importRows, valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Cell, LostText, Row as FileRow } from '#lambdas/spreadsheets/table.ts';
import { typedText } from '#lambdas/spreadsheets/table.ts';
import { catalogueKey, requiredLine } from '#shared/fields.ts';

/** A sheet as a file holds it: its rows with their numbers, blank ones left out; the first is the header. That of a CSV file has no name. */
export type Sheet = { readonly name: string; readonly rows: readonly FileRow[] };

/** What a sheet of a catalogue looks like: a schema reads each column, and its message says the rule. The first column identifies a row. */
export type Layout<Cells extends z.ZodMiniObject = z.ZodMiniObject> = {
  readonly name: string;
  readonly cells: Cells;
  /** A file without these columns says nothing there. */
  readonly optional: readonly (keyof Cells['shape'] & string)[];
};

/** A sheet of a catalogue, filled: a text for each column. */
export type Table = Layout & { readonly rows: readonly Readonly<Record<string, string>>[] };

export type Kind = {
  /** In shared/catalogue. */
  readonly dataFile: string;
  /** The data file's content as tables: what is exported, and what changes are told by. */
  readonly tables: (data: unknown) => Table[];
  /** What a file says the catalogue shall be: the content of its data file, unless there are `problems`. */
  readonly read: (sheets: readonly Sheet[], problems: string[]) => unknown;
};

/** A row that has been read, and a way to say what does not go with the others. */
export type Row<Cells> = {
  readonly sheet: string;
  readonly number: number;
  readonly cells: Cells;
  readonly refuse: (column: keyof Cells & string, message: string) => void;
};

const matches = (schema: z.ZodMiniType<string, string>, rule: string) =>
  z.string().check(z.refine((text) => schema.safeParse(text).success, rule));

/** Nothing but yes and no; blank is no. */
export const flag = z.stringbool({
  truthy: ['yes', 'true', '1', 'x'],
  falsy: ['', 'no', 'false', '0'],
  error: 'yes or no',
});
/** What records carry for ever. */
export const key = matches(
  catalogueKey.check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  'small letters and digits with single hyphens between, at most 60 signs',
);
export const code = matches(
  z.string().check(z.maxLength(30), z.regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/)),
  'capital letters and digits, perhaps with hyphens between, at most 30 signs',
);
/** What an entry is called in a language: as much as a list or a slip shows on two lines. */
export const label = matches(requiredLine(120), 'at most 120 signs, all of them visible');
/** One of some words, in whichever letters. */
export const oneOf = <const Word extends string>(words: readonly Word[], rule = `one of ${words.join(', ')}`) =>
  z.pipe(
    z.transform((text: string) => text.toLowerCase()),
    z.enum(words, rule),
  );

const lost: Record<LostText, string> = {
  formula: 'is a formula',
  errorValue: 'is an error of the spreadsheet',
  notText: 'has become a date or another number: format the column as text and type it again',
  numberMangled: 'is a number that Excel has shortened: format the column as text and type it again',
  tooLong: 'is longer than a cell of Excel can be',
};

/** What a reader sees in a cell, of a formula its last result; or why what was typed there isn't known any more. */
export const cellText = (cell: Cell | undefined): { readonly text: string } | { readonly wrong: string } => {
  if (typeof cell === 'boolean') return { text: cell ? 'yes' : 'no' };
  const isFormula = typeof cell === 'object' && cell?.kind === 'formula';
  // `#N/A`, `#REF!`
  if (isFormula && /^#[A-Z0-9/]+[!?]?$/.test(cell.shown ?? '')) return { wrong: lost.errorValue };
  const typed = typedText(isFormula ? (cell.shown ?? '') : cell);
  return 'wrong' in typed ? { wrong: lost[typed.wrong] } : typed;
};

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** The rows of a sheet in whose cells nothing is wrong, columns in any order; none when its header is wrong: then every row would be. */
export const readRows = <Cells extends z.ZodMiniObject>(
  sheets: readonly Sheet[],
  { name: sheet, cells, optional }: Layout<Cells>,
  problems: string[],
): Row<z.output<Cells>>[] => {
  // As the spreadsheet numbers rows, from 1.
  const refuse = (row: number, column: string, message: string) =>
    void problems.push(`${sheet}, row ${row}, ${column}: ${message}`);
  const found = sheets.find(({ name }) => name === '' || folded(name) === folded(sheet));
  if (!found) {
    refuse(1, 'all columns', 'the file has no such sheet');
    return [];
  }
  const [header = { number: 1, cells: [] }, ...rows] = found.rows;
  const columns = Object.keys(cells.shape);
  const imported = importRows(
    { header, rows, otherSheets: [], hiddenRows: [], spellings: [] },
    { columns, optional, columnOf: (text) => columns.find((name) => folded(name) === folded(text)) },
  );
  if (imported.outcome === 'wrong') {
    for (const column of imported.missing) refuse(header.number, column, 'the column is missing');
    for (const column of imported.unknown) refuse(header.number, column, 'no such column');
    for (const column of imported.repeated) refuse(header.number, column, 'the column is there twice');
    return [];
  }
  if (imported.rows.length === 0) refuse(header.number, 'all columns', 'there are no rows');

  return imported.rows.flatMap((row) => {
    const wrong = new Map<string, string>();
    const texts: Record<string, string> = {};
    for (const column of columns) {
      const cell = cellText(valueOf(row, imported.places, column));
      if ('wrong' in cell) wrong.set(column, cell.wrong);
      texts[column] = 'text' in cell ? cell.text : '';
    }
    const { data, error } = cells.safeParse(texts);
    for (const { path, message } of error?.issues ?? []) {
      const column = String(path[0]);
      const reason = texts[column] === '' ? 'is missing' : `${JSON.stringify(texts[column])}: ${message}`;
      if (!wrong.has(column)) wrong.set(column, reason);
    }
    for (const [column, message] of wrong) refuse(row.number, column, message);
    if (!data || wrong.size > 0) return [];
    return [
      { sheet, number: row.number, cells: data, refuse: (column, message) => refuse(row.number, column, message) },
    ];
  });
};

/** Refuses, in a column, each value that stands further up already, on whichever sheet. */
export const refuseRepeated = <Cells>(rows: readonly Row<Cells>[], column: keyof Cells & string): void => {
  const first = new Map<unknown, Row<Cells>>();
  for (const row of rows) {
    const value = row.cells[column];
    const known = first.get(value);
    const where = known && `${known.number}${known.sheet === row.sheet ? '' : ` of ${known.sheet}`}`;
    if (known) row.refuse(column, `${JSON.stringify(value)} stands in row ${where} already`);
    else first.set(value, row);
  }
};
