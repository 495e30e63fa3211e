import { valueOf } from '#lambdas/spreadsheets/columns.ts';
import { importRows } from '#lambdas/spreadsheets/import-rows.ts';
import { cellText } from './cell-text.ts';
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
      const wrong = 'wrong' in cell ? cell.wrong : wrongIn(column, cell.text.normalize('NFC'));
      if (wrong !== undefined) refuse(row.number, column.name, wrong);
      if ('text' in cell) texts.set(column.name, cell.text.normalize('NFC'));
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
