import { toColumnPositions, findCell } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { ImportOptions } from '#lambdas/lib/spreadsheets/import-rows.ts';
import { isBlank } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/lib/spreadsheets/table.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { findColumn, fileColumns } from '#shared/returns/file/columns.ts';
import type { LineContext } from './cell-contents.ts';
import {
  hasEanOrSerialNumber,
  isDate,
  isEanLike,
  isExactStoreId,
  isSerial,
  isStore,
  toVisibleText,
} from './cell-contents.ts';
import type { ReturnColumnPositions } from './store-columns.ts';

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
  return matches
    ? toColumnPositions(fileColumns, new Map(fileColumns.map((column, index) => [column, index])))
    : undefined;
};

/**
 * Finds the columns by the template's order, otherwise by their contents. Returns undefined if several columns could be
 * the same.
 */
const guessPlaces = (rows: readonly Row[], context: LineContext): ReturnColumnPositions | undefined => {
  const sample = rows.slice(0, 50);
  const columnMatches = (index: number, predicate: (cell: Cell) => boolean) => {
    const filledCells = cellsAt(sample, index);
    return filledCells.length * 2 > sample.length && filledCells.every(predicate);
  };
  const templateOrder = matchTemplateOrder(sample, columnMatches, context);
  if (templateOrder) return templateOrder;

  const width = Math.max(...sample.map(({ cells }) => cells.length));
  const remaining = Array.from({ length: Math.min(width, fileColumns.length + 1) }, (_, index) => index);
  const isSame = (index: number) => new Set(cellsAt(sample, index).map(toVisibleText)).size === 1;
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
    ? toColumnPositions(fileColumns, indexByColumn)
    : undefined;
};

/** Maximum number of cells in a title, or in a note with its date. */
const maxNoteCells = 3;

/** Detects a line without valid EAN and serial number by its purchase date and product. */
const isDatedLine = (row: Row, places: ReturnColumnPositions) => {
  if (isDate(findCell(row, places, 'purchaseDate')))
    return (['productDescription', 'serialNumber'] as const).some((column) => !isBlank(findCell(row, places, column)));
  return row.cells.filter((cell) => !isBlank(cell)).length > maxNoteCells && row.cells.some(isDate);
};

/**
 * Decides whether a row is data. It is set aside only if no cell in any column has an EAN, a serial number or the
 * store, as in titles, totals and notes.
 */
const isDataRow = (row: Row, places: ReturnColumnPositions, isAboveHeader: boolean, context: LineContext): boolean => {
  // A title may also name the store, and an address has numbers.
  if (isAboveHeader) return row.cells.some((cell) => hasEanOrSerialNumber(cell, context));
  return (
    isEanLike(findCell(row, places, 'ean'), context) ||
    isStore(findCell(row, places, 'storeId'), context) ||
    isSerial(findCell(row, places, 'serialNumber')) ||
    row.cells.some((cell) => hasEanOrSerialNumber(cell, context) || isExactStoreId(cell, context)) ||
    isDatedLine(row, places)
  );
};

export const createReturnsImportOptions = (context: LineContext): ImportOptions<FileColumn> => ({
  columns: fileColumns,
  findColumn,
  tolerates: {
    isDataRow: (row, places, isAboveHeader) => isDataRow(row, places, isAboveHeader, context),
    guess: (rows) => guessPlaces(rows, context),
  },
});
