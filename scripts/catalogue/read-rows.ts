import { valueOf, importRows } from '#lambdas/spreadsheets/import-rows.ts';
import type { LostText, Cell } from '#lambdas/spreadsheets/table.ts';
import { typedText } from '#lambdas/spreadsheets/table.ts';
import type { Column, Layout, Problem, Sheet } from './sheet.ts';
import { csvSheet } from './sheet.ts';

/** A row to read a catalogue's entry from: what a column says, and a way to say what is wrong there. */
export type Row = {
  readonly sheet: string;
  readonly number: number;
  readonly text: (column: string) => string;
  readonly flag: (column: string) => boolean;
  readonly refuse: (column: string, message: string) => void;
};

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
  const shown = isFormula ? (cell.shown ?? '') : cell;
  // `#N/A`, `#REF!`
  if (isFormula && /^#[A-Z0-9/]+[!?]?$/.test(cell.shown ?? '')) return { wrong: lost.errorValue };
  const typed = typedText(shown);
  return 'wrong' in typed ? { wrong: lost[typed.wrong] } : typed;
};

const flags = new Map([
  ...['yes', 'true', '1', 'x'].map((text) => [text, true] as const),
  ...['', 'no', 'false', '0'].map((text) => [text, false] as const),
]);
const flagOf = (text: string) => flags.get(text.toLowerCase());

const wrongIn = ({ isFlag, isRequired, wrong }: Column, text: string): string | undefined => {
  if (text === '') return isRequired ? 'is missing' : undefined;
  const reason = isFlag && flagOf(text) === undefined ? 'yes or no' : wrong?.(text);
  return reason && `${JSON.stringify(text)}: ${reason}`;
};

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The rows of one sheet, by the names of its columns, in whatever order these are; whatever is wrong in their cells goes to `problems`.
 * No rows when the sheet is missing or its header wrong, since then every row would be wrong. A CSV file has but one sheet, without a name.
 */
export const readRows = (sheets: readonly Sheet[], { name: sheet, columns }: Layout, problems: Problem[]): Row[] => {
  const refuse = (row: number, column: string, message: string) => void problems.push({ sheet, row, column, message });
  const found =
    sheets.find(({ name }) => folded(name) === folded(sheet)) ?? sheets.find(({ name }) => name === csvSheet);
  if (!found) {
    refuse(1, 'all columns', 'the file has no such sheet');
    return [];
  }
  const [header = { number: 1, cells: [] }, ...rows] = found.rows;
  const imported = importRows(
    { header, rows, otherSheets: [], hiddenRows: [], spellings: [] },
    {
      columns: columns.map(({ name }) => name),
      optional: columns.flatMap(({ name, isOptional }) => (isOptional ? [name] : [])),
      columnOf: (text) => columns.find(({ name }) => folded(name) === folded(text))?.name,
    },
  );
  if (imported.outcome === 'wrong') {
    for (const column of imported.missing) refuse(header.number, column, 'the column is missing');
    for (const column of imported.unknown) refuse(header.number, column, 'no such column');
    for (const column of imported.repeated) refuse(header.number, column, 'the column is there twice');
    return [];
  }
  if (imported.rows.length === 0) refuse(header.number, 'all columns', 'there are no rows');

  return imported.rows.map((row) => {
    const texts = new Map<string, string>();
    for (const column of columns) {
      const cell = cellText(valueOf(row, imported.places, column.name));
      const wrong = 'wrong' in cell ? cell.wrong : wrongIn(column, cell.text);
      if (wrong !== undefined) refuse(row.number, column.name, wrong);
      if ('text' in cell) texts.set(column.name, cell.text);
    }
    const text = (column: string) => texts.get(column) ?? '';
    return {
      sheet,
      number: row.number,
      text,
      flag: (column) => flagOf(text(column)) ?? false,
      refuse: (column, message) => refuse(row.number, column, message),
    };
  });
};

/** Refuses, in a column, each value that stands further up already, on whichever sheet. */
export const refuseRepeated = (
  rows: readonly Row[],
  column: string,
  valueIn = (row: Row) => row.text(column),
): void => {
  const first = new Map<string, Row>();
  for (const row of rows) {
    const value = valueIn(row);
    const known = first.get(value);
    if (!known) first.set(value, row);
    else if (value !== '')
      row.refuse(
        column,
        `${JSON.stringify(value)} stands in row ${known.number}${known.sheet === row.sheet ? '' : ` of ${known.sheet}`} already`,
      );
  }
};
