import { placesOf, valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Description } from '#lambdas/spreadsheets/import-rows.ts';
import { typedText, isBlank } from '#lambdas/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { columnOf, fileColumns } from '#shared/returns/file/columns.ts';
import { returnLine } from '#shared/returns/line.ts';
import { readDate } from './read-date.ts';
import type { ReadEan } from './read-row.ts';
import type { Places } from './read-store.ts';
import { meantStore, withoutUnseen } from './read-store.ts';

const needed = ['ean', 'purchaseDate', 'serialNumber'] as const;

type Context = { readonly readEan: (cell: Cell) => ReadEan; readonly storeId: string };

const textOf = (cell: Cell) => {
  const typed = typedText(cell);
  return 'text' in typed ? withoutUnseen(typed.text) : '';
};

/** Serial numbers have six signs at least, and a digit among them; what stands below a column as its total has fewer, or none. */
const isSerial = (cell: Cell) => {
  const text = textOf(cell);
  return /^(?=.*\d).{6}/.test(text) && returnLine.shape.serialNumber.safeParse(text).success;
};

// With a wrong digit, or unknown to the catalogue, it is an EAN all the same.
const isEanLike = (cell: Cell, { readEan }: Context) => {
  const read = readEan(cell);
  return 'ean' in read || ['eanCheckDigit', 'eanUnknown', 'numberMangled'].includes(read.wrong);
};

const isDate = (cell: Cell) => {
  const read = readDate(cell, 'doubtful');
  return 'date' in read || read.wrong === 'dateMonthFirst';
};

const isStore = (cell: Cell, { storeId }: Context) => meantStore(textOf(cell), storeId) === storeId;

const cellsAt = (rows: readonly Row[], index: number) =>
  rows.map(({ cells }) => cells[index] ?? null).filter((cell) => !isBlank(cell));

const inOrder = (
  rows: readonly Row[],
  holds: (index: number, is: (cell: Cell) => boolean) => boolean,
  context: Context,
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
const guess = (rows: readonly Row[], context: Context): Places | undefined => {
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

export const linesDescription = (context: Context): Description<FileColumn> => ({
  columns: fileColumns,
  columnOf,
  tolerates: {
    isMeant: (row, places) =>
      isEanLike(valueOf(row, places, 'ean'), context) ||
      isStore(valueOf(row, places, 'storeId'), context) ||
      isSerial(valueOf(row, places, 'serialNumber')),
    guess: (rows) => guess(rows, context),
  },
});
