import { beyondColumns, valueOf } from '#lambdas/spreadsheets/import-rows.ts';
import { isNullWord } from '#lambdas/spreadsheets/null-words.ts';
import { memoize, typedText } from '#lambdas/spreadsheets/table.ts';
import type { Cell, Row } from '#lambdas/spreadsheets/table.ts';
import type { Checked as CheckedText } from '#lambdas/spreadsheets/text-column.ts';
import { checked, isIsoDate, oneLine, textColumn } from '#lambdas/spreadsheets/text-column.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { daysBetween } from '#shared/dates.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { isOtherKeyboard } from '#shared/other-keyboard.ts';
import { brokenPurchaseDateRule } from '#shared/purchase-date.ts';
import { oddSerialNumber } from '#shared/repairs/serial-number.ts';
import { isEan, restoreEan } from '#shared/returns/ean.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { AcceptedLine, Reason, ReasonKey } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { returnLine } from '#shared/returns/line.ts';
import type { DateOrder } from './read-date.ts';
import { readDate } from './read-date.ts';
import type { Places } from './read-store.ts';
import { referenceText } from './read-store.ts';

type Item = { readonly key: string; readonly description: string };
export type FindByEan = (ean: string) => Item | undefined;

/** Opened and saved again, 4.54965E+12 becomes 4549650000000: the end is gone. */
const isRounded = (ean: string) => /0{6}$/.test(ean);

export type ReadEan = { readonly ean: string; readonly item: Item } | { readonly wrong: ReasonKey };

/** The product of an EAN that a spreadsheet may have handled: zeros in front come back, nothing else is mended. */
export const readEan = (cell: Cell | undefined, findByEan: FindByEan): ReadEan => {
  // As most of them are.
  if (typeof cell === 'string' && isEan(cell)) {
    const found = findByEan(cell);
    if (found) return { ean: cell, item: found };
  }
  // However a number shows, an EAN has a check digit.
  const typed = typedText(typeof cell === 'object' && cell?.kind === 'formatted' ? cell.value : cell);
  if ('wrong' in typed) return typed.wrong === 'tooLong' ? { wrong: 'eanMalformed' } : typed;
  if (typed.text === '') return { wrong: 'missing' };
  // Hyphens are printed between the digits, never before them: that is a negative number.
  const text = typed.text.replaceAll(/\p{Cf}/gu, '');
  const ean = text.startsWith('-') ? undefined : restoreEan(text);
  if (ean === undefined) return { wrong: isOtherKeyboard(text) ? 'otherKeyboard' : 'eanMalformed' };
  const item = isEan(ean) ? findByEan(ean) : undefined;
  if (item) return { ean, item };
  if (isRounded(ean)) return { wrong: 'numberMangled' };
  return { wrong: isEan(ean) ? 'eanUnknown' : 'eanCheckDigit' };
};

export type RowContext = {
  /** YYYY-MM-DD in the region's calendar: what lines from a file are returned on. */
  readonly today: CalendarDate;
  readonly returnPeriodDays: number;
  readonly readEan: (cell: Cell) => ReadEan;
  readonly dates: DateOrder;
  /** Columns, of store and reference, that each row has to fill. */
  readonly required: ReadonlySet<FileColumn>;
  /** Rows whose values stand in other columns than their own. */
  readonly misplaced: ReadonlySet<Row>;
};

type ReadRow =
  | { readonly line: AcceptedLine; readonly doubt?: Reason }
  | { readonly reasons: Reason[]; readonly purchaseDate?: CalendarDate };

const dateFault = (date: CalendarDate, { today, returnPeriodDays }: RowContext): Omit<Reason, 'column'> | undefined => {
  const rule = brokenPurchaseDateRule(date, today);
  if (rule) return { key: rule };
  return daysBetween(date, today) > returnPeriodDays ? { key: 'periodExceeded', days: returnPeriodDays } : undefined;
};

type Checked = CheckedText<ReasonKey>;

const checkReference = (cell: string): Checked => {
  const text = referenceText(cell);
  return text === '' ? { text } : checked(text, field.storeRefNo, limits.text.storeRefNo, 'invalidText');
};

const checkDescription = (cell: string): Checked => {
  const { length, bytes } = returnLimits.productDescription;
  const text = isNullWord(cell) ? '' : oneLine(cell);
  // Accents take two bytes: a text may be too long although its characters are few enough.
  const isTooLong = text.length > length || Buffer.byteLength(text) > bytes;
  // What the schema takes, too.
  if (text === '' || (!isTooLong && field.isVisibleLine(text))) return { text };
  return checked(text, returnLine.shape.productDescription, length, 'invalidText', isTooLong);
};

/** What the schema takes, too, and leaves as it is: most serial numbers, each of which is another. */
const isPlainSerial = (text: string) => text.length <= limits.text.serialNumber && /^[A-Z\d]+$/.test(text);

const checkSerial = (text: string): Checked => {
  if (isPlainSerial(text)) return { text };
  if (text === '') return { fault: { key: 'missing' } };
  // All signs of a date are a serial number's, too.
  if (isIsoDate(text)) return { fault: { key: 'notText' } };
  if (isOtherKeyboard(text)) return { fault: { key: 'otherKeyboard' } };
  return checked(text, returnLine.shape.serialNumber, limits.text.serialNumber, 'serialNumberMalformed');
};

const oddKeys = { unlikely: 'serialNumberUnlikely', ean: 'serialNumberEan' } as const;

/** Whether somebody has to say that a serial number is right; of a number nobody knows whether zeros stood before it. */
const doubtOf = (cell: Cell, serialNumber: string): Reason | undefined => {
  const odd = oddSerialNumber(serialNumber);
  if (odd === undefined && typeof cell !== 'number') return undefined;
  return { column: 'serialNumber', key: odd === undefined ? 'serialNumberZeros' : oddKeys[odd] };
};

const columnReaders = (context: RowContext) => ({
  storeId: memoize(textColumn(limits.text.storeId, (text) => ({ text: referenceText(text) }))),
  storeRefNo: memoize(textColumn(limits.text.storeRefNo, checkReference)),
  ean: context.readEan,
  productDescription: memoize(textColumn(returnLimits.productDescription.length, checkDescription)),
  purchaseDate: memoize((cell: Cell) => readDate(cell, context.dates)),
  dateFault: memoize((date: CalendarDate) => dateFault(date, context)),
  serialNumber: textColumn(limits.text.serialNumber, checkSerial),
});

export const rowReader = (places: Places, context: RowContext) => {
  const read = columnReaders(context);
  const holdsMore = beyondColumns(places);

  return (row: Row): ReadRow => {
    if (context.misplaced.has(row)) return { reasons: [{ column: null, key: 'misplaced' }] };
    const reasons: Reason[] = [];
    const cellOf = (column: FileColumn) => valueOf(row, places, column);
    const textOf = (column: 'storeId' | 'storeRefNo' | 'productDescription' | 'serialNumber') => {
      const result = read[column](cellOf(column));
      if ('text' in result) return result.text;
      reasons.push({ column, ...result.fault });
      return undefined;
    };

    for (const column of ['storeId', 'storeRefNo'] as const)
      if (textOf(column) === '' && context.required.has(column)) reasons.push({ column, key: 'missing' });

    const product = read.ean(cellOf('ean'));
    if ('wrong' in product) reasons.push({ column: 'ean', key: product.wrong });

    const productDescription = textOf('productDescription');

    const purchase = read.purchaseDate(cellOf('purchaseDate'));
    const fault = 'wrong' in purchase ? { key: purchase.wrong } : read.dateFault(purchase.date);
    if (fault) reasons.push({ column: 'purchaseDate', ...fault });
    const purchaseDate = 'date' in purchase ? purchase.date : undefined;

    const serialNumber = textOf('serialNumber');

    if (holdsMore(row)) reasons.push({ column: null, key: 'beyondColumns' });

    if (
      reasons.length > 0 ||
      'wrong' in product ||
      productDescription === undefined ||
      purchaseDate === undefined ||
      serialNumber === undefined
    ) {
      return { reasons, ...(purchaseDate !== undefined && { purchaseDate }) };
    }
    const { ean, item } = product;
    const doubt = doubtOf(cellOf('serialNumber'), serialNumber);
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
