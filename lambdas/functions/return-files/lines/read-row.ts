import { createBeyondColumnsCheck, findCell } from '#lambdas/lib/spreadsheets/import-rows.ts';
import { isNullMarker } from '#lambdas/lib/spreadsheets/null-markers.ts';
import { memoize, readTypedText } from '#lambdas/lib/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/lib/spreadsheets/table.ts';
import type { CheckResult as CheckedText } from '#lambdas/lib/spreadsheets/text-column.ts';
import { checkText, isIsoDate, toSingleLine, createTextColumnReader } from '#lambdas/lib/spreadsheets/text-column.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { daysBetween } from '#shared/dates/dates.ts';
import { findBrokenPurchaseDateRule } from '#shared/dates/purchase-date.ts';
import { findSerialNumberAnomaly } from '#shared/repairs/serial-number.ts';
import { isEan, restoreEan } from '#shared/returns/ean.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { Reason, ReasonKey } from '#shared/returns/file/rejections.ts';
import type { AcceptedLine } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { returnLine } from '#shared/returns/line.ts';
import { isWrongKeyboardLayout } from '#shared/text/other-keyboard.ts';
import type { DateOrder } from './read-date.ts';
import { readDate } from './read-date.ts';
import type { ReturnColumnPositions } from './store-columns.ts';
import { normalizeReferenceText } from './store-columns.ts';

type Item = { readonly key: string; readonly description: string };
export type FindByEan = (ean: string) => Item | undefined;

/** Detects an EAN that lost its last digits, because a file with 4.54965E+12 was opened and saved as 4549650000000. */
const isRounded = (ean: string) => /0{6}$/.test(ean);

export type EanResult = { readonly ean: string; readonly item: Item } | { readonly wrong: ReasonKey };

/**
 * Finds the product of an EAN that a spreadsheet may have changed: restores leading zeros and corrects nothing else.
 */
export const readEan = (cell: Cell | undefined, findByEan: FindByEan): EanResult => {
  // Fast path for most EANs.
  if (typeof cell === 'string' && isEan(cell)) {
    const exactItem = findByEan(cell);
    if (exactItem) return { ean: cell, item: exactItem };
  }
  // The check digit verifies an EAN in any number format.
  const typedText = readTypedText(typeof cell === 'object' && cell?.kind === 'formatted' ? cell.value : cell);
  if ('wrong' in typedText) return typedText.wrong === 'tooLong' ? { wrong: 'eanMalformed' } : typedText;
  if (typedText.text === '') return { wrong: 'missing' };
  const text = typedText.text.replaceAll(/\p{Cf}/gu, '');
  // Hyphens may be printed between the digits, but a leading hyphen is a minus sign.
  const ean = text.startsWith('-') ? undefined : restoreEan(text);
  if (ean === undefined) return { wrong: isWrongKeyboardLayout(text) ? 'otherKeyboard' : 'eanMalformed' };
  const item = isEan(ean) ? findByEan(ean) : undefined;
  if (item) return { ean, item };
  if (isRounded(ean)) return { wrong: 'numberMangled' };
  return { wrong: isEan(ean) ? 'eanUnknown' : 'eanCheckDigit' };
};

export type RowContext = {
  /** Current date in the region's time zone, which is also the return date of all lines. */
  readonly today: CalendarDate;
  readonly returnPeriodDays: number;
  readonly readEan: (cell: Cell) => EanResult;
  readonly dateOrder: DateOrder;
  /** Store and reference columns that each row must fill. */
  readonly requiredColumns: ReadonlySet<FileColumn>;
  /** Rows whose values are in the wrong columns. */
  readonly misplacedRows: ReadonlySet<Row>;
};

type ReadRowResult =
  | { readonly line: AcceptedLine; readonly doubt?: Reason }
  | { readonly reasons: Reason[]; readonly purchaseDate?: CalendarDate };

const checkDate = (date: CalendarDate, { today, returnPeriodDays }: RowContext): Omit<Reason, 'column'> | undefined => {
  const rule = findBrokenPurchaseDateRule(date, today);
  if (rule) return { key: rule };
  return daysBetween(date, today) > returnPeriodDays ? { key: 'periodExceeded', days: returnPeriodDays } : undefined;
};

type CheckedCell = CheckedText<ReasonKey>;

const checkReference = (cell: string): CheckedCell => {
  const text = normalizeReferenceText(cell);
  return text === '' ? { text } : checkText(text, field.storeRefNo, limits.text.storeRefNo, 'invalidText');
};

const checkDescription = (cell: string): CheckedCell => {
  const { length, bytes } = returnLimits.productDescription;
  const text = isNullMarker(cell) ? '' : toSingleLine(cell);
  // Accented letters take two bytes, so a text may be too long although it has few characters.
  const isTooLong = text.length > length || Buffer.byteLength(text) > bytes;
  // This check accepts the same texts as the schema and is faster.
  if (text === '' || (!isTooLong && field.isVisibleLine(text))) return { text };
  return checkText(text, returnLine.shape.productDescription, length, 'invalidText', isTooLong);
};

/**
 * Fast path for most serial numbers, which the schema would accept unchanged. Serial numbers don't repeat, so results
 * can't be memoized.
 */
const isPlainSerial = (text: string) => text.length <= limits.text.serialNumber && /^[A-Z\d]+$/.test(text);

const checkSerial = (text: string): CheckedCell => {
  if (isPlainSerial(text)) return { text };
  if (text === '') return { problem: { key: 'missing' } };
  // A date would pass the check below, because all its characters are valid in a serial number.
  if (isIsoDate(text)) return { problem: { key: 'notText' } };
  if (isWrongKeyboardLayout(text)) return { problem: { key: 'otherKeyboard' } };
  return checkText(text, returnLine.shape.serialNumber, limits.text.serialNumber, 'serialNumberMalformed');
};

const reasonByAnomaly = { unlikely: 'serialNumberUnlikely', ean: 'serialNumberEan' } as const;

/**
 * Returns the reason why the user must confirm a serial number: it looks unlikely, or it is a number that may have lost
 * leading zeros.
 */
const toSerialNumberDoubt = (cell: Cell, serialNumber: string): Reason | undefined => {
  const anomaly = findSerialNumberAnomaly(serialNumber);
  if (anomaly === undefined && typeof cell !== 'number') return undefined;
  return { column: 'serialNumber', key: anomaly === undefined ? 'serialNumberZeros' : reasonByAnomaly[anomaly] };
};

const createColumnReaders = (context: RowContext) => ({
  storeId: memoize(createTextColumnReader(limits.text.storeId, (text) => ({ text: normalizeReferenceText(text) }))),
  storeRefNo: memoize(createTextColumnReader(limits.text.storeRefNo, checkReference)),
  ean: context.readEan,
  productDescription: memoize(createTextColumnReader(returnLimits.productDescription.length, checkDescription)),
  purchaseDate: memoize((cell: Cell) => readDate(cell, context.dateOrder)),
  checkDate: memoize((date: CalendarDate) => checkDate(date, context)),
  serialNumber: createTextColumnReader(limits.text.serialNumber, checkSerial),
});

export const createRowReader = (positions: ReturnColumnPositions, context: RowContext) => {
  const readers = createColumnReaders(context);
  const hasCellsBeyondColumns = createBeyondColumnsCheck(positions);

  return (row: Row): ReadRowResult => {
    if (context.misplacedRows.has(row)) return { reasons: [{ column: null, key: 'misplaced' }] };
    const reasons: Reason[] = [];
    const getCell = (column: FileColumn) => findCell(row, positions, column);
    const readText = (column: 'storeId' | 'storeRefNo' | 'productDescription' | 'serialNumber') => {
      const result = readers[column](getCell(column));
      if ('text' in result) return result.text;
      reasons.push({ column, ...result.problem });
      return undefined;
    };

    for (const column of ['storeId', 'storeRefNo'] as const)
      if (readText(column) === '' && context.requiredColumns.has(column)) reasons.push({ column, key: 'missing' });

    const eanResult = readers.ean(getCell('ean'));
    if ('wrong' in eanResult) reasons.push({ column: 'ean', key: eanResult.wrong });

    const productDescription = readText('productDescription');

    const dateResult = readers.purchaseDate(getCell('purchaseDate'));
    const dateProblem = 'wrong' in dateResult ? { key: dateResult.wrong } : readers.checkDate(dateResult.date);
    if (dateProblem) reasons.push({ column: 'purchaseDate', ...dateProblem });
    const purchaseDate = 'date' in dateResult ? dateResult.date : undefined;

    const serialNumber = readText('serialNumber');

    if (hasCellsBeyondColumns(row)) reasons.push({ column: null, key: 'beyondColumns' });

    if (
      reasons.length > 0 ||
      'wrong' in eanResult ||
      productDescription === undefined ||
      purchaseDate === undefined ||
      serialNumber === undefined
    ) {
      return { reasons, ...(purchaseDate !== undefined && { purchaseDate }) };
    }
    const { ean, item } = eanResult;
    const doubt = toSerialNumberDoubt(getCell('serialNumber'), serialNumber);
    return {
      ...(doubt && { doubt }),
      line: {
        row: row.number,
        product: item.key,
        ean,
        productDescription: productDescription || item.description,
        purchaseDate,
        returnDate: context.today,
        serialNumber,
      },
    };
  };
};
