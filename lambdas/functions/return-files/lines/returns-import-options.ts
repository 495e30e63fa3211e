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

const listFilledCells = (rows: readonly Row[], index: number) =>
  rows.map(({ cells }) => cells[index] ?? null).filter((cell) => !isBlank(cell));

const matchTemplateOrder = (
  rows: readonly Row[],
  columnMatches: (index: number, predicate: (cell: Cell) => boolean) => boolean,
  context: LineContext,
) => {
  const toColumnIndex = (column: FileColumn) => fileColumns.indexOf(column);
  const isTemplateOrder =
    rows.every(({ cells }) => cells.length <= fileColumns.length) &&
    columnMatches(toColumnIndex('ean'), (cell) => isEanLike(cell, context)) &&
    columnMatches(toColumnIndex('purchaseDate'), isDate) &&
    columnMatches(toColumnIndex('serialNumber'), isSerial);
  return isTemplateOrder
    ? toColumnPositions(fileColumns, new Map(fileColumns.map((column, index) => [column, index])))
    : undefined;
};

/**
 * Finds the columns by the template's order, otherwise by their contents. Returns undefined if the contents are
 * ambiguous.
 */
const guessPositions = (rows: readonly Row[], context: LineContext): ReturnColumnPositions | undefined => {
  const sample = rows.slice(0, 50);
  const columnMatches = (index: number, predicate: (cell: Cell) => boolean) => {
    const filledCells = listFilledCells(sample, index);
    return filledCells.length * 2 > sample.length && filledCells.every(predicate);
  };
  const templateOrder = matchTemplateOrder(sample, columnMatches, context);
  if (templateOrder) return templateOrder;

  const width = Math.max(...sample.map(({ cells }) => cells.length));
  const remainingIndexes = Array.from({ length: Math.min(width, fileColumns.length + 1) }, (_, index) => index);
  const hasSingleValue = (index: number) => new Set(listFilledCells(sample, index).map(toVisibleText)).size === 1;
  const indexByColumn = new Map<FileColumn, number>();
  /** Assigns a column to the remaining index that meets the predicate, if any. Returns false if several meet it. */
  const assignColumn = (column: FileColumn, predicate: (index: number) => boolean) => {
    const [index, ...otherIndexes] = remainingIndexes.filter(predicate);
    if (index === undefined) return true;
    indexByColumn.set(column, index);
    remainingIndexes.splice(remainingIndexes.indexOf(index), 1);
    return otherIndexes.length === 0;
  };
  const isUnambiguous =
    // ISO dates may look like EANs, because they also have digits and hyphens.
    assignColumn('ean', (index) => columnMatches(index, (cell) => isEanLike(cell, context) && !isDate(cell))) &&
    assignColumn('purchaseDate', (index) => columnMatches(index, isDate)) &&
    assignColumn('storeId', (index) => columnMatches(index, (cell) => isStore(cell, context))) &&
    // A reference is the same in each row, whereas serial numbers differ.
    assignColumn(
      'serialNumber',
      (index) => columnMatches(index, isSerial) && (sample.length === 1 || !hasSingleValue(index)),
    ) &&
    assignColumn('storeRefNo', (index) => sample.length > 1 && hasSingleValue(index)) &&
    // A remaining column is the description; several are ambiguous.
    assignColumn('productDescription', () => true);
  return isUnambiguous && requiredColumns.every((column) => indexByColumn.has(column))
    ? toColumnPositions(fileColumns, indexByColumn)
    : undefined;
};

/** Maximum number of cells in a title, or in a note with its date. */
const maxNoteCells = 3;

/** Detects a line without valid EAN and serial number by its purchase date and product. */
const isDatedLine = (row: Row, positions: ReturnColumnPositions) => {
  if (isDate(findCell(row, positions, 'purchaseDate')))
    return (['productDescription', 'serialNumber'] as const).some(
      (column) => !isBlank(findCell(row, positions, column)),
    );
  return row.cells.filter((cell) => !isBlank(cell)).length > maxNoteCells && row.cells.some(isDate);
};

/**
 * Returns true for a row of data. A row is set aside only if no cell in any column has an EAN, a serial number or the
 * store, as in titles, totals and notes.
 */
const isDataRow = (
  row: Row,
  positions: ReturnColumnPositions,
  isAboveHeader: boolean,
  context: LineContext,
): boolean => {
  // Above the header, only EANs and serial numbers count, because a title may name the store and an address has numbers.
  if (isAboveHeader) return row.cells.some((cell) => hasEanOrSerialNumber(cell, context));
  return (
    isEanLike(findCell(row, positions, 'ean'), context) ||
    isStore(findCell(row, positions, 'storeId'), context) ||
    isSerial(findCell(row, positions, 'serialNumber')) ||
    row.cells.some((cell) => hasEanOrSerialNumber(cell, context) || isExactStoreId(cell, context)) ||
    isDatedLine(row, positions)
  );
};

export const createReturnsImportOptions = (context: LineContext): ImportOptions<FileColumn> => ({
  columns: fileColumns,
  findColumn,
  nonDataRows: {
    isDataRow: (row, positions, isAboveHeader) => isDataRow(row, positions, isAboveHeader, context),
    guessColumns: (rows) => guessPositions(rows, context),
  },
});
