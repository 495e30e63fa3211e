import { toColumnPositions, findCell } from '#lambdas/lib/spreadsheets/import-rows.ts';
import type { Cell, Row } from '#lambdas/lib/spreadsheets/table.ts';
import { toCellText, isBlank, readTypedText } from '#lambdas/lib/spreadsheets/table.ts';
import { isEan, normalizeEan } from '#shared/returns/ean.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { returnLine } from '#shared/returns/line.ts';
import { readDate } from './read-date.ts';
import type { EanResult } from './read-row.ts';
import type { ReturnColumnPositions } from './store-columns.ts';
import { toMatchingStoreId, removeInvisibleCharacters } from './store-columns.ts';

/**
 * Context that distinguishes the cells of a line from those of a title, a total or a note: EANs of the catalog, and the
 * caller's store.
 */
export type LineContext = { readonly readEan: (cell: Cell) => EanResult; readonly storeId: string };

export const toVisibleText = (cell: Cell): string => {
  const typedText = readTypedText(cell);
  return 'text' in typedText ? removeInvisibleCharacters(typedText.text) : '';
};

/**
 * Checks for a serial number in its own column: at least six characters with a digit, or letters followed by a number.
 * A total below a column has fewer characters or no digit.
 */
export const isSerial = (cell: Cell): boolean => {
  const text = toVisibleText(cell);
  // “12 items” is a quantity with its unit.
  if (/\s\p{L}{3,}\.?$/u.test(text)) return false;
  const isLong = /^(?=.*\d).{6}/.test(text) && returnLine.shape.serialNumber.safeParse(text).success;
  return isLong || /^[A-Za-z]+-?\d{2,}$/.test(text);
};

/** Checks for an EAN, even with a wrong check digit or unknown to the catalog. */
export const isEanLike = (cell: Cell, { readEan }: LineContext): boolean => {
  const result = readEan(cell);
  return 'ean' in result || ['eanCheckDigit', 'eanUnknown', 'numberMangled'].includes(result.wrong);
};

export const isDate = (cell: Cell): boolean => {
  const result = readDate(cell, 'doubtful');
  return 'date' in result || result.wrong === 'dateMonthFirst';
};

export const isStore = (cell: Cell, { storeId }: LineContext): boolean =>
  toMatchingStoreId(toVisibleText(cell), storeId) === storeId;

/** Checks for the store's exact ID as a text in any column. A number is not enough, since it could be a total. */
export const isExactStoreId = (cell: Cell, { storeId }: LineContext): boolean =>
  typeof cell === 'string' && removeInvisibleCharacters(cell).toLowerCase() === storeId.toLowerCase();

/** Checks for a complete EAN in any column, where a shorter number could have another meaning. */
const isWholeEan = (cell: Cell, { readEan }: LineContext): boolean => {
  if (isBlank(cell)) return false;
  const ean = normalizeEan(toCellText(cell));
  return 'ean' in readEan(cell) || (ean !== undefined && isEan(ean));
};

/** EAN in a longer text such as `Game (9520001000072), new`, but not part of `SKU-9520001000072`. */
const embeddedEan = /(?<![\w-])\d{12,14}(?![\w-])/g;

/** Serial number in a longer text, such as `XKW10001234567` in `Serial XKW10001234567.` Most have up to three letters and at least seven digits. */
const embeddedSerial = /(?<![\w-])[A-Za-z]{1,3}\d{7,}(?![\w-])/;

/** Excludes most other cells quickly, since serial numbers and EANs have at least seven digits. */
const hasSevenDigits = (text: string): boolean => {
  let count = 0;
  for (let index = 0; index < text.length && count < 7; index += 1) {
    const charCode = text.charCodeAt(index);
    const isDigit = (charCode >= 0x30 && charCode <= 0x39) || (charCode >= 0xff_10 && charCode <= 0xff_19);
    if (isDigit) count += 1;
  }
  return count === 7;
};

/** Checks whether a cell contains an EAN or a serial number, alone or among other words. */
export const hasEanOrSerialNumber = (cell: Cell, context: LineContext): boolean => {
  const text = toCellText(cell);
  if (!hasSevenDigits(text)) return false;
  if (isWholeEan(cell, context)) return true;
  return (
    embeddedSerial.test(text) || (text.match(embeddedEan) ?? []).some((digits) => isEan(normalizeEan(digits) ?? ''))
  );
};

/**
 * Checks whether a cell has the value of another column. Product names, references and serial numbers may look alike.
 */
const isInWrongColumn = (cell: Cell, column: FileColumn | undefined, eanCell: Cell, context: LineContext): boolean => {
  switch (column) {
    case 'ean':
      return false;
    case 'productDescription':
      return isWholeEan(cell, context);
    case 'serialNumber':
      // The cells are misplaced if they are swapped. Any other invalid content of the EAN column has its own reason.
      return isSerial(eanCell) && isWholeEan(cell, context);
    case 'storeId':
    case 'storeRefNo':
      return isWholeEan(cell, context) || (/[\s;,|]/.test(toCellText(cell)) && hasEanOrSerialNumber(cell, context));
    default:
      return hasEanOrSerialNumber(cell, context);
  }
};

/**
 * Detects a row whose cells are shifted or combined in one: it has no EAN in its column, but an EAN or a serial number
 * in another.
 */
export const isMisplaced = (row: Row, positions: ReturnColumnPositions, context: LineContext): boolean => {
  const eanCell = findCell(row, positions, 'ean');
  if ('ean' in context.readEan(eanCell)) return false;
  // A date may look like an EAN, because it also has digits and hyphens.
  if (isEanLike(eanCell, context) && !isDate(eanCell)) return false;
  return row.cells.some((cell, index) => {
    const column = fileColumns.find((name) => positions.indexByColumn[name] === index);
    const isIgnored = column === undefined && positions.ignoredIndexes.has(index);
    return !isBlank(cell) && !isIgnored && isInWrongColumn(cell, column, eanCell, context);
  });
};

/**
 * Returns the column positions of a row shifted to one side, based on its EAN and date; the file's own positions for
 * any other row.
 */
export const findShiftedPositions = (
  row: Row,
  positions: ReturnColumnPositions,
  context: LineContext,
): ReturnColumnPositions => {
  const eanIndex = row.cells.findIndex((cell) => isWholeEan(cell, context));
  const shift = eanIndex - positions.indexByColumn.ean;
  const date = row.cells[positions.indexByColumn.purchaseDate + shift];
  if (eanIndex < 0 || isBlank(date) || !isDate(date ?? null)) return positions;
  return toColumnPositions(
    fileColumns,
    new Map(fileColumns.map((column) => [column, positions.indexByColumn[column] + shift])),
  );
};
