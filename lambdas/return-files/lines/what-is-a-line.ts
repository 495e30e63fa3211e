import { placesOf, valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Description } from '#lambdas/spreadsheets/import-rows.ts';
import { isBlank } from '#lambdas/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { columnOf, fileColumns } from '#shared/returns/file/columns.ts';
import type { LineContext } from './cell-contents.ts';
import { holdsNumber, isDate, isEanLike, isOwnStore, isSerial, isStore, textOf } from './cell-contents.ts';
import type { Places } from './read-store.ts';

const needed = ['ean', 'purchaseDate', 'serialNumber'] as const;

const cellsAt = (rows: readonly Row[], index: number) =>
  rows.map(({ cells }) => cells[index] ?? null).filter((cell) => !isBlank(cell));

const inOrder = (
  rows: readonly Row[],
  holds: (index: number, is: (cell: Cell) => boolean) => boolean,
  context: LineContext,
) => {
  const at = (column: FileColumn) => fileColumns.indexOf(column);
  const isRight =
    rows.every(({ cells }) => cells.length <= fileColumns.length) &&
    holds(at('ean'), (cell) => isEanLike(cell, context)) &&
    holds(at('purchaseDate'), isDate) &&
    holds(at('serialNumber'), isSerial);
  return isRight ? placesOf(fileColumns, new Map(fileColumns.map((column, index) => [column, index]))) : undefined;
};

/** In the template's order, or else by what columns hold. Undefined where more than one could be the same thing. */
const guess = (rows: readonly Row[], context: LineContext): Places | undefined => {
  const some = rows.slice(0, 50);
  const holds = (index: number, is: (cell: Cell) => boolean) => {
    const filled = cellsAt(some, index);
    return filled.length * 2 > some.length && filled.every(is);
  };
  const ordered = inOrder(some, holds, context);
  if (ordered) return ordered;

  const width = Math.max(...some.map(({ cells }) => cells.length));
  const left = Array.from({ length: Math.min(width, fileColumns.length + 1) }, (_, index) => index);
  const isSame = (index: number) => new Set(cellsAt(some, index).map(textOf)).size === 1;
  const known = new Map<FileColumn, number>();
  /** Takes the columns that hold such cells, of which there must not be two. */
  const take = (column: FileColumn, is: (index: number) => boolean) => {
    const [index, ...others] = left.filter(is);
    if (index === undefined) return true;
    known.set(column, index);
    left.splice(left.indexOf(index), 1);
    return others.length === 0;
  };
  const isPlain =
    // Digits and hyphens make an ISO date, too.
    take('ean', (index) => holds(index, (cell) => isEanLike(cell, context) && !isDate(cell))) &&
    take('purchaseDate', (index) => holds(index, isDate)) &&
    take('storeId', (index) => holds(index, (cell) => isStore(cell, context))) &&
    // A reference is the same in each row, a serial number in none.
    take('serialNumber', (index) => holds(index, isSerial) && (some.length === 1 || !isSame(index))) &&
    take('storeRefNo', (index) => some.length > 1 && isSame(index)) &&
    take('productDescription', () => true);
  return isPlain && needed.every((column) => known.has(column)) ? placesOf(fileColumns, known) : undefined;
};

/** Cells that a title or a note with its date has at most. */
const mostOfNote = 3;

/** A line whose EAN and serial number are missing, or unlike others, still says when something was bought, and what. */
const isDated = (row: Row, places: Places) => {
  if (isDate(valueOf(row, places, 'purchaseDate')))
    return (['productDescription', 'serialNumber'] as const).some((column) => !isBlank(valueOf(row, places, column)));
  return row.cells.filter((cell) => !isBlank(cell)).length > mostOfNote && row.cells.some(isDate);
};

/** A row is set aside only if no cell of it, in whichever column, holds an EAN, a serial number or the store: a title, a total and a note hold none. */
const isMeant = (row: Row, places: Places, isAboveHeader: boolean, context: LineContext): boolean => {
  // A title names the store, too, and an address has numbers.
  if (isAboveHeader) return row.cells.some((cell) => holdsNumber(cell, context));
  return (
    isEanLike(valueOf(row, places, 'ean'), context) ||
    isStore(valueOf(row, places, 'storeId'), context) ||
    isSerial(valueOf(row, places, 'serialNumber')) ||
    row.cells.some((cell) => holdsNumber(cell, context) || isOwnStore(cell, context)) ||
    isDated(row, places)
  );
};

export const linesDescription = (context: LineContext): Description<FileColumn> => ({
  columns: fileColumns,
  columnOf,
  tolerates: {
    isMeant: (row, places, isAboveHeader) => isMeant(row, places, isAboveHeader, context),
    guess: (rows) => guess(rows, context),
  },
});
