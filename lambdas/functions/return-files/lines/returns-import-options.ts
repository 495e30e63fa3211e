import { placesOf, valueOf } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { Description } from '#lambdas/lib/spreadsheets/import-rows.ts';
import { isBlank } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/lib/spreadsheets/table.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { columnOf, fileColumns } from '#shared/returns/file/columns.ts';
import type { LineContext } from './cell-contents.ts';
import { holdsNumber, isDate, isEanLike, isOwnStore, isSerial, isStore, textOf } from './cell-contents.ts';
import type { Places } from './store-columns.ts';

const requiredColumns = ['ean', 'purchaseDate', 'serialNumber'] as const;

const cellsAt = (rows: readonly Row[], index: number) =>
  rows.map(({ cells }) => cells[index] ?? null).filter((cell) => !isBlank(cell));

const matchTemplateOrder = (
  rows: readonly Row[],
  columnMatches: (index: number, predicate: (cell: Cell) => boolean) => boolean,
  context: LineContext,
) => {
  const columnIndex = (column: FileColumn) => fileColumns.indexOf(column);
  const matches =
    rows.every(({ cells }) => cells.length <= fileColumns.length) &&
    columnMatches(columnIndex('ean'), (cell) => isEanLike(cell, context)) &&
    columnMatches(columnIndex('purchaseDate'), isDate) &&
    columnMatches(columnIndex('serialNumber'), isSerial);
  return matches ? placesOf(fileColumns, new Map(fileColumns.map((column, index) => [column, index]))) : undefined;
};

/**
 * Finds the columns by the template's order, otherwise by their contents. Returns undefined if several columns could be
 * the same.
 */
const guessPlaces = (rows: readonly Row[], context: LineContext): Places | undefined => {
  const sample = rows.slice(0, 50);
  const columnMatches = (index: number, predicate: (cell: Cell) => boolean) => {
    const filledCells = cellsAt(sample, index);
    return filledCells.length * 2 > sample.length && filledCells.every(predicate);
  };
  const templateOrder = matchTemplateOrder(sample, columnMatches, context);
  if (templateOrder) return templateOrder;

  const width = Math.max(...sample.map(({ cells }) => cells.length));
  const remaining = Array.from({ length: Math.min(width, fileColumns.length + 1) }, (_, index) => index);
  const isSame = (index: number) => new Set(cellsAt(sample, index).map(textOf)).size === 1;
  const indexByColumn = new Map<FileColumn, number>();
  /** Assigns the only column with such cells; returns false if there are two. */
  const assignColumn = (column: FileColumn, predicate: (index: number) => boolean) => {
    const [index, ...rest] = remaining.filter(predicate);
    if (index === undefined) return true;
    indexByColumn.set(column, index);
    remaining.splice(remaining.indexOf(index), 1);
    return rest.length === 0;
  };
  const isUnambiguous =
    // ISO dates have digits and hyphens, too.
    assignColumn('ean', (index) => columnMatches(index, (cell) => isEanLike(cell, context) && !isDate(cell))) &&
    assignColumn('purchaseDate', (index) => columnMatches(index, isDate)) &&
    assignColumn('storeId', (index) => columnMatches(index, (cell) => isStore(cell, context))) &&
    // A reference is the same in each row, a serial number in none.
    assignColumn(
      'serialNumber',
      (index) => columnMatches(index, isSerial) && (sample.length === 1 || !isSame(index)),
    ) &&
    assignColumn('storeRefNo', (index) => sample.length > 1 && isSame(index)) &&
    assignColumn('productDescription', () => true);
  return isUnambiguous && requiredColumns.every((column) => indexByColumn.has(column))
    ? placesOf(fileColumns, indexByColumn)
    : undefined;
};

/** Maximum number of cells in a title, or in a note with its date. */
const maxNoteCells = 3;

/** Detects a line without valid EAN and serial number by its purchase date and product. */
const isDatedLine = (row: Row, places: Places) => {
  if (isDate(valueOf(row, places, 'purchaseDate')))
    return (['productDescription', 'serialNumber'] as const).some((column) => !isBlank(valueOf(row, places, column)));
  return row.cells.filter((cell) => !isBlank(cell)).length > maxNoteCells && row.cells.some(isDate);
};

/**
 * Decides whether a row is data. It is set aside only if no cell in any column has an EAN, a serial number or the
 * store, as in titles, totals and notes.
 */
const isDataRow = (row: Row, places: Places, isAboveHeader: boolean, context: LineContext): boolean => {
  // A title may also name the store, and an address has numbers.
  if (isAboveHeader) return row.cells.some((cell) => holdsNumber(cell, context));
  return (
    isEanLike(valueOf(row, places, 'ean'), context) ||
    isStore(valueOf(row, places, 'storeId'), context) ||
    isSerial(valueOf(row, places, 'serialNumber')) ||
    row.cells.some((cell) => holdsNumber(cell, context) || isOwnStore(cell, context)) ||
    isDatedLine(row, places)
  );
};

export const linesDescription = (context: LineContext): Description<FileColumn> => ({
  columns: fileColumns,
  columnOf,
  tolerates: {
    isMeant: (row, places, isAboveHeader) => isDataRow(row, places, isAboveHeader, context),
    guess: (rows) => guessPlaces(rows, context),
  },
});
