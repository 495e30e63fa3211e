import { cellText, shownText } from './cell-text.ts';
import type { Cell, Row } from './table.ts';
import { isBlank } from './table.ts';

/** Where each column stands: indexes into a row's cells, -1 for one that the file doesn't have. */
export type Places<Column extends string> = {
  readonly at: Readonly<Record<Column, number>>;
  /** Columns that are passed over on purpose. */
  readonly passedOver: ReadonlySet<number>;
};

/** The places of columns; those that have none are not in the file. */
export const placesOf = <Column extends string>(
  columns: readonly Column[],
  known: ReadonlyMap<Column, number>,
  passedOver: Iterable<number> = [],
): Places<Column> => ({
  at: Object.fromEntries(columns.map((column) => [column, known.get(column) ?? -1])) as Record<Column, number>,
  passedOver: new Set(passedOver),
});

/** What a row says if it is the header. */
export type Header<Column extends string> = {
  readonly places: Places<Column>;
  /** In the file's own order. */
  readonly found: Column[];
  readonly missing: Column[];
  /** Headers that name no column, as far as a report repeats them. */
  readonly unknown: string[];
  readonly repeated: Column[];
};

/** What a report repeats of headers that nobody knows. */
const shown = { headers: 20, length: 60 };

/**
 * Finds the columns by their headers, in whichever order; ones without a header don't count, and ones with an unknown header
 * are passed over. `columnOf` says which column a header names.
 */
export const headerOf = <Column extends string>(
  row: Row,
  columns: readonly Column[],
  columnOf: (text: string) => Column | 'reason' | undefined,
): Header<Column> => {
  const named = row.cells.flatMap((cell, index) => {
    const text = cellText(cell).trim();
    return isBlank(cell) ? [] : [{ text, index, column: columnOf(text) }];
  });
  const known = new Map<Column, number>();
  const found: Column[] = [];
  for (const { column, index } of named) {
    if (column === undefined || column === 'reason') continue;
    found.push(column as Column);
    known.set(column as Column, index);
  }
  const others = named.filter(({ column }) => column === undefined || column === 'reason');
  const unknown = named.flatMap(({ column, text }) => (column === undefined ? [shownText(text, shown.length)] : []));
  return {
    places: placesOf(
      columns,
      known,
      others.map(({ index }) => index),
    ),
    found,
    missing: columns.filter((column) => !known.has(column)),
    unknown: unknown.slice(0, shown.headers),
    repeated: columns.filter((column) => found.indexOf(column) !== found.lastIndexOf(column)),
  };
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
