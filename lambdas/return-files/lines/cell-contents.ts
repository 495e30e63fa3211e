import { placesOf, valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import { cellText, isBlank, typedText } from '#lambdas/spreadsheets/table.ts';
import { isEan, normaliseEan } from '#shared/returns/ean.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { returnLine } from '#shared/returns/line.ts';
import { readDate } from './read-date.ts';
import type { ReadEan } from './read-row.ts';
import type { Places } from './read-store.ts';
import { meantStore, withoutUnseen } from './read-store.ts';

/** Knowledge that tells the cells of a line from those of a title, a total and a note: the catalogue, and the store that is read for. */
export type LineContext = { readonly readEan: (cell: Cell) => ReadEan; readonly storeId: string };

export const textOf = (cell: Cell): string => {
  const typed = typedText(cell);
  return 'text' in typed ? withoutUnseen(typed.text) : '';
};

/** In their own column serial numbers have six signs at least, and a digit among them, or letters in front of a number; what stands below a column as its total has fewer, or none. */
export const isSerial = (cell: Cell): boolean => {
  const text = textOf(cell);
  // “12 items” is a number with its unit.
  if (/\s\p{L}{3,}\.?$/u.test(text)) return false;
  const isLong = /^(?=.*\d).{6}/.test(text) && returnLine.shape.serialNumber.safeParse(text).success;
  return isLong || /^[A-Za-z]+-?\d{2,}$/.test(text);
};

/** With a wrong digit, or unknown to the catalogue, it is an EAN all the same. */
export const isEanLike = (cell: Cell, { readEan }: LineContext): boolean => {
  const read = readEan(cell);
  return 'ean' in read || ['eanCheckDigit', 'eanUnknown', 'numberMangled'].includes(read.wrong);
};

export const isDate = (cell: Cell): boolean => {
  const read = readDate(cell, 'doubtful');
  return 'date' in read || read.wrong === 'dateMonthFirst';
};

export const isStore = (cell: Cell, { storeId }: LineContext): boolean => meantStore(textOf(cell), storeId) === storeId;

/** In another column the store is written out: a 42 there could be a total. */
export const isOwnStore = (cell: Cell, { storeId }: LineContext): boolean =>
  typeof cell === 'string' && withoutUnseen(cell).toLowerCase() === storeId.toLowerCase();

/** A cell that is a whole EAN, wherever it stands; shorter numbers could be anything. */
const isWholeEan = (cell: Cell, { readEan }: LineContext): boolean => {
  if (isBlank(cell)) return false;
  const ean = normaliseEan(cellText(cell));
  return 'ean' in readEan(cell) || (ean !== undefined && isEan(ean));
};

const eanWithin = /(?<![\w-])\d{12,14}(?![\w-])/g;

/** Most serial numbers have up to three letters and seven digits or more; other numbers have not. */
const serialWithin = /(?<![\w-])[A-Za-z]{1,3}\d{7,}(?![\w-])/;

/** Serial numbers have seven digits, EANs more: most cells of other tables are told by that. */
const hasSevenDigits = (text: string): boolean => {
  let count = 0;
  for (let at = 0; at < text.length && count < 7; at += 1) {
    const sign = text.charCodeAt(at);
    const isDigit = (sign >= 0x30 && sign <= 0x39) || (sign >= 0xff_10 && sign <= 0xff_19);
    if (isDigit) count += 1;
  }
  return count === 7;
};

/** Tells whether an EAN or a serial number stands in a cell, alone or among other words. */
export const holdsNumber = (cell: Cell, context: LineContext): boolean => {
  const text = cellText(cell);
  if (!hasSevenDigits(text)) return false;
  if (isWholeEan(cell, context)) return true;
  return serialWithin.test(text) || (text.match(eanWithin) ?? []).some((digits) => isEan(normaliseEan(digits) ?? ''));
};

/** Tells whether a cell holds a value of another column. Names of products, references and serial numbers may look alike. */
const isElsewhere = (cell: Cell, column: FileColumn | undefined, ean: Cell, context: LineContext): boolean => {
  switch (column) {
    case 'ean':
      return false;
    case 'productDescription':
      return isWholeEan(cell, context);
    case 'serialNumber':
      // The product's bar code in both columns is another mistake, which the EAN's own reason names.
      return isSerial(ean) && isWholeEan(cell, context);
    case 'storeId':
    case 'storeRefNo':
      return isWholeEan(cell, context) || (/[\s;,|]/.test(cellText(cell)) && holdsNumber(cell, context));
    default:
      return holdsNumber(cell, context);
  }
};

/** A row whose cells slipped, or stand in one: it has no EAN in its column, and an EAN or a serial number in another. */
export const isMisplaced = (row: Row, places: Places, context: LineContext): boolean => {
  const ean = valueOf(row, places, 'ean');
  if ('ean' in context.readEan(ean)) return false;
  // Digits and hyphens make a date, too.
  if (isEanLike(ean, context) && !isDate(ean)) return false;
  return row.cells.some((cell, index) => {
    const column = fileColumns.find((name) => places.at[name] === index);
    const isPassedOver = column === undefined && places.passedOver.has(index);
    return !isBlank(cell) && !isPassedOver && isElsewhere(cell, column, ean, context);
  });
};

/** Returns the places of the values of a row whose cells slipped to one side, told by its EAN and its date; the file's own places for any other row. */
export const slippedPlaces = (row: Row, places: Places, context: LineContext): Places => {
  const eanIndex = row.cells.findIndex((cell) => isWholeEan(cell, context));
  const shift = eanIndex - places.at.ean;
  const date = row.cells[places.at.purchaseDate + shift];
  if (eanIndex < 0 || isBlank(date) || !isDate(date ?? null)) return places;
  return placesOf(fileColumns, new Map(fileColumns.map((column) => [column, places.at[column] + shift])));
};
