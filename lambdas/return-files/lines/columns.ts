import { cellText, shownText } from '#lambdas/spreadsheets/cell-text.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import { isBlank } from '#lambdas/spreadsheets/table.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { columnOf, fileColumns } from '#shared/returns/file/columns.ts';
import { returnLimits } from '#shared/returns/limits.ts';

/** Where each column stands: indexes into a row's cells. */
export type Places = {
  readonly at: Readonly<Record<FileColumn, number>>;
  /** Columns that are passed over on purpose. */
  readonly passedOver: ReadonlySet<number>;
};

type FoundColumns =
  /** `reordered`: the file's own order, where that isn't the specification's. */
  | { readonly outcome: 'found'; readonly places: Places; readonly reordered?: FileColumn[] }
  | {
      readonly outcome: 'wrong';
      readonly missing: FileColumn[];
      readonly unknown: string[];
      readonly repeated: FileColumn[];
    };

/** What a report repeats of headers that nobody knows. */
const shown = { headers: 20, length: 60 };

/** Finds the six columns by their headers, in any of the languages; ones without a header don't count. */
export const findColumns = (header: Row): FoundColumns => {
  const named = header.cells.flatMap((cell, index) => {
    const text = cellText(cell).trim();
    return isBlank(cell) ? [] : [{ text, index, column: columnOf(text) }];
  });
  const known = named.flatMap(({ column, index }) =>
    column === undefined || column === 'reason' ? [] : [{ column, index }],
  );
  const found = known.map(({ column }) => column);
  const missing = fileColumns.filter((column) => !found.includes(column));
  const unknown = named.filter(({ column }) => column === undefined).map(({ text }) => shownText(text, shown.length));
  const repeated = fileColumns.filter((column) => found.indexOf(column) !== found.lastIndexOf(column));
  if (missing.length + unknown.length + repeated.length > 0)
    return { outcome: 'wrong', missing, unknown: unknown.slice(0, shown.headers), repeated };

  const indexOf = (column: FileColumn) => known.find((one) => one.column === column)?.index ?? -1;
  const places = {
    at: {
      storeId: indexOf('storeId'),
      storeRefNo: indexOf('storeRefNo'),
      ean: indexOf('ean'),
      productDescription: indexOf('productDescription'),
      purchaseDate: indexOf('purchaseDate'),
      serialNumber: indexOf('serialNumber'),
    },
    passedOver: new Set(named.filter(({ column }) => column === 'reason').map(({ index }) => index)),
  };
  return { outcome: 'found', places, ...(found.join() !== fileColumns.join() && { reordered: found }) };
};

export const valueOf = (row: Row, { at }: Places, column: FileColumn): Cell => row.cells[at[column]] ?? null;

/** A row's values as the file shows them, in the specification's order. */
export const shownValues = (row: Row, places: Places): string[] =>
  fileColumns.map((column) => shownText(cellText(valueOf(row, places, column)), returnLimits.file.valueLength));
