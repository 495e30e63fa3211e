import { valueOf } from '#lambdas/spreadsheets/columns.ts';
import { importRows } from '#lambdas/spreadsheets/import-rows.ts';
import { cellText } from './cell-text.ts';
import type { Problem } from './problem.ts';
import type { Layout, Sheet } from './sheet.ts';
import { csvSheet } from './sheet.ts';

/** A row to read a catalogue's entry from: what a column says, and a way to say what is wrong there. */
export type Row = {
  readonly number: number;
  readonly text: (column: string) => string;
  readonly isKnown: (column: string) => boolean;
  readonly refuse: (column: string, message: string) => void;
};

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The rows of one sheet, by the names of its columns, in whatever order these are; whatever cannot be read goes to `problems`.
 * No rows when the sheet is missing or its header wrong, since then every row would be wrong. A CSV file has but one sheet, without a name.
 */
export const readRows = (sheets: readonly Sheet[], layout: Layout, problems: Problem[]): Row[] => {
  const found =
    sheets.find(({ name }) => folded(name) === folded(layout.name)) ?? sheets.find(({ name }) => name === csvSheet);
  if (!found) {
    problems.push({ sheet: layout.name, row: 1, column: 'all columns', message: 'the file has no such sheet' });
    return [];
  }
  const [header = { number: 1, cells: [] }, ...rows] = found.rows;
  const place = { sheet: layout.name, row: header.number };
  const imported = importRows(
    { header, rows, otherSheets: [], hiddenRows: [], spellings: [] },
    {
      columns: layout.columns.map(({ name }) => name),
      optional: layout.columns.flatMap(({ name, isOptional }) => (isOptional ? [name] : [])),
      columnOf: (text) => layout.columns.find(({ name }) => folded(name) === folded(text))?.name,
    },
  );
  if (imported.outcome === 'wrong') {
    const { missing, unknown, repeated } = imported;
    for (const column of missing) problems.push({ ...place, column, message: 'the column is missing' });
    for (const column of unknown) problems.push({ ...place, column, message: 'no such column' });
    for (const column of repeated) problems.push({ ...place, column, message: 'the column is there twice' });
    return [];
  }
  const { places, rows: body } = imported;
  if (body.length === 0) problems.push({ ...place, column: 'all columns', message: 'there are no rows' });

  return body.map((row) => {
    const { number } = row;
    const cellOf = (column: string) => cellText(valueOf(row, places, column));
    const refuse = (column: string, message: string) =>
      void problems.push({ sheet: layout.name, row: number, column, message });
    for (const { name } of layout.columns) {
      const cell = cellOf(name);
      if ('wrong' in cell) refuse(name, cell.wrong);
    }
    const isKnown = (column: string) => 'text' in cellOf(column);
    const text = (column: string) => {
      const cell = cellOf(column);
      return 'text' in cell ? cell.text.normalize('NFC') : '';
    };
    return { number, text, isKnown, refuse };
  });
};
