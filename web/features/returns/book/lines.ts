import type { CalendarDate } from '#shared/dates/dates.ts';
import { returnLine } from '#shared/returns/line.ts';
import type { ReturnLine } from '#shared/returns/line.ts';

/** Field values of a line while it is edited; empty fields are ''. */
export type LineValues = { readonly [Name in keyof ReturnLine]: string };

/** Line of the return in the form. Its key is unique and does not change when the line is edited. */
export type Line = LineValues & { readonly key: number };

/** Shared purchase and return date of the lines that have no dates of their own; the purchase date is '' until it is entered. */
export type LineDates = Pick<LineValues, 'purchaseDate' | 'returnDate'>;

/** Line with its 1-based position among all lines. */
export type NumberedLine = { readonly line: Line; readonly number: number };

export const createEmptyLine = (returnDate: CalendarDate | '' = ''): LineValues => ({
  product: '',
  ean: '',
  productDescription: '',
  purchaseDate: '',
  returnDate,
  serialNumber: '',
});

const lineFields = Object.keys(returnLine.shape) as (keyof LineValues)[];

/** Returns only the fields of a line, without its key or any other property. */
export const toLineValues = (line: LineValues): LineValues =>
  Object.fromEntries(lineFields.map((name) => [name, line[name]])) as LineValues;

const toItemKey = ({ product, serialNumber }: LineValues) => [product, serialNumber].join(' ');

/** Returns the candidates that are not in `lines` yet. The same product with the same serial number is the same item. */
export const findMissingLines = <Candidate extends LineValues>(
  lines: readonly LineValues[],
  candidates: readonly Candidate[],
): Candidate[] => {
  const existingKeys = new Set(lines.map(toItemKey));
  return candidates.filter((candidate) => !existingKeys.has(toItemKey(candidate)));
};

/** Returns the 1-based number of the line with a serial number, ignoring the line with `exceptKey`. */
export const findLineNumberBySerial = (
  lines: readonly Line[],
  serialNumber: string,
  exceptKey?: number,
): number | undefined => {
  const index =
    serialNumber === '' ? -1 : lines.findIndex((line) => line.serialNumber === serialNumber && line.key !== exceptKey);
  return index < 0 ? undefined : index + 1;
};

/** Update of the lines. Lines that do not change stay the same objects, so that their rows are not rendered again. */
export type LinesUpdater = (lines: readonly Line[]) => Line[];

export const findNextKey = (lines: readonly Line[]) =>
  lines.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;

export const addLines =
  (newLines: readonly LineValues[]): LinesUpdater =>
  (lines) => {
    const firstKey = findNextKey(lines);
    return [...lines, ...newLines.map((line, index) => ({ ...toLineValues(line), key: firstKey + index }))];
  };

export const replaceLine =
  (key: number, values: LineValues): LinesUpdater =>
  (lines) =>
    lines.map((line) => (line.key === key ? { ...toLineValues(values), key } : line));

/** Replaces the shared dates in all lines that have the previous ones. Lines without a purchase date get the new one. */
export const replaceDates =
  (previousDates: LineDates, newDates: LineDates): LinesUpdater =>
  (lines) =>
    lines.map((line) => {
      const isShared = line.purchaseDate === '' || line.purchaseDate === previousDates.purchaseDate;
      const purchaseDate = isShared && newDates.purchaseDate !== '' ? newDates.purchaseDate : line.purchaseDate;
      const returnDate = line.returnDate === previousDates.returnDate ? newDates.returnDate : line.returnDate;
      return purchaseDate === line.purchaseDate && returnDate === line.returnDate
        ? line
        : { ...line, purchaseDate, returnDate };
    });

/** Returns the dates that most of the lines have. */
export const findCommonDates = (lines: readonly LineDates[]): LineDates => {
  const findMostFrequent = (dates: readonly string[]) =>
    [...Map.groupBy(dates, (date) => date)].toSorted(([, left], [, right]) => right.length - left.length)[0]?.[0] ?? '';
  return {
    purchaseDate: findMostFrequent(lines.map(({ purchaseDate }) => purchaseDate)),
    returnDate: findMostFrequent(lines.map(({ returnDate }) => returnDate)),
  };
};

export const removeLine =
  (key: number): LinesUpdater =>
  (lines) =>
    lines.filter((line) => line.key !== key);

/** Undoes a removal: inserts the line at its previous position. It gets a new key if a newer line has taken its own. */
export const restoreLine =
  ({ line, number }: NumberedLine): LinesUpdater =>
  (lines) => {
    const isKeyTaken = lines.some(({ key }) => key === line.key);
    return lines.toSpliced(number - 1, 0, isKeyTaken ? { ...line, key: findNextKey(lines) } : line);
  };
