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
 * No rows when the sheet or a column is missing, since then every row would be wrong. A CSV file has but one sheet, without a name.
 */
export const readRows = (sheets: readonly Sheet[], layout: Layout, problems: Problem[]): Row[] => {
  const found =
    sheets.find(({ name }) => folded(name) === folded(layout.name)) ?? sheets.find(({ name }) => name === csvSheet);
  if (!found) {
    problems.push({ sheet: layout.name, row: 1, column: 'all columns', message: 'the file has no such sheet' });
    return [];
  }
  const [header, ...body] = found.rows;
  const place = { sheet: layout.name, row: header?.number ?? 1 };
  const names = header?.cells.map((cell) => ('text' in cell ? folded(cell.text) : '')) ?? [];
  const indexes = new Map(layout.columns.map(({ name }) => [name, names.indexOf(folded(name))]));

  const missing = layout.columns.filter(({ name, isOptional }) => !isOptional && indexes.get(name) === -1);
  for (const { name } of missing) problems.push({ ...place, column: name, message: 'the column is missing' });
  names.forEach((name, index) => {
    const isFirst = names.indexOf(name) === index;
    if (name !== '' && !layout.columns.some((column) => folded(column.name) === name))
      problems.push({ ...place, column: name, message: 'no such column' });
    else if (name !== '' && !isFirst) problems.push({ ...place, column: name, message: 'the column is there twice' });
  });
  if (missing.length > 0) return [];
  if (body.length === 0) problems.push({ ...place, column: 'all columns', message: 'there are no rows' });

  return body.map(({ number, cells }) => {
    const cellOf = (column: string) => cells[indexes.get(column) ?? -1] ?? { text: '' };
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
