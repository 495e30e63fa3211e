import { cellText, shownText } from './cell-text.ts';
import type { Cell, Row } from './table.ts';
import { isBlank } from './table.ts';

/** Where each column stands: indexes into a row's cells. */
export type Places<Column extends string> = {
  readonly at: Readonly<Record<Column, number>>;
  /** Columns that are passed over on purpose. */
  readonly passedOver: ReadonlySet<number>;
};

type FoundColumns<Column extends string> =
  /** `found`: the file's own order. */
  | { readonly outcome: 'found'; readonly places: Places<Column>; readonly found: Column[] }
  | {
      readonly outcome: 'wrong';
      readonly missing: Column[];
      readonly unknown: string[];
      readonly repeated: Column[];
    };

/** What a report repeats of headers that nobody knows. */
const shown = { headers: 20, length: 60 };

/** Finds the columns by their headers, in whichever order; ones without a header don't count. `columnOf` says which column a header names. */
export const findColumns = <Column extends string>(
  header: Row,
  columns: readonly Column[],
  columnOf: (text: string) => Column | 'reason' | undefined,
): FoundColumns<Column> => {
  const named = header.cells.flatMap((cell, index) => {
    const text = cellText(cell).trim();
    return isBlank(cell) ? [] : [{ text, index, column: columnOf(text) }];
  });
  const known = named.flatMap(({ column, index }) =>
    column === undefined || column === 'reason' ? [] : [{ column: column as Column, index }],
  );
  const found = known.map(({ column }) => column);
  const missing = columns.filter((column) => !found.includes(column));
  const unknown = named.filter(({ column }) => column === undefined).map(({ text }) => shownText(text, shown.length));
  const repeated = columns.filter((column) => found.indexOf(column) !== found.lastIndexOf(column));
  if (missing.length + unknown.length + repeated.length > 0)
    return { outcome: 'wrong', missing, unknown: unknown.slice(0, shown.headers), repeated };

  const at = Object.fromEntries(known.map(({ column, index }) => [column, index])) as Record<Column, number>;
  const passedOver = new Set(named.filter(({ column }) => column === 'reason').map(({ index }) => index));
  return { outcome: 'found', places: { at, passedOver }, found };
};

export const valueOf = <Column extends string>(row: Row, { at }: Places<Column>, column: Column): Cell =>
  row.cells[at[column]] ?? null;

/** Tells rows that hold something where no column has a header. */
export const beyondColumns = ({ at, passedOver }: Places<string>): ((row: Row) => boolean) => {
  const known = new Set([...Object.values(at), ...passedOver]);
  let firstUnknown = 0;
  while (known.has(firstUnknown)) firstUnknown += 1;
  return ({ cells }) => cells.length > firstUnknown && cells.some((cell, index) => !known.has(index) && !isBlank(cell));
};
