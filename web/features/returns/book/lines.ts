import type { CalendarDate } from '#shared/dates/dates.ts';
import { returnLine } from '#shared/returns/line.ts';
import type { ReturnLine } from '#shared/returns/line.ts';

/** Field values of a line while it is edited; empty fields are ''. */
export type LineValues = { readonly [Name in keyof ReturnLine]: string };

/** Line of the return in the form. Its key is unique and does not change when the line is edited. */
export type Line = LineValues & { readonly key: number };

export type NumberedLine = { readonly line: Line; readonly number: number };

export const emptyLine = (returnDate: CalendarDate): LineValues => ({
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

const itemKey = ({ product, serialNumber }: LineValues) => [product, serialNumber].join(' ');

/** Returns the candidates that are not in `lines` yet. The same product with the same serial number is the same item. */
export const findMissingLines = <Candidate extends LineValues>(
  lines: readonly LineValues[],
  candidates: readonly Candidate[],
): Candidate[] => {
  const existingKeys = new Set(lines.map(itemKey));
  return candidates.filter((candidate) => !existingKeys.has(itemKey(candidate)));
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

const nextKey = (lines: readonly Line[]) => lines.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;

export const addLines =
  (newLines: readonly LineValues[]): LinesUpdater =>
  (lines) => {
    const first = nextKey(lines);
    return [...lines, ...newLines.map((line, index) => ({ ...toLineValues(line), key: first + index }))];
  };

export const replaceLine =
  (key: number, values: LineValues): LinesUpdater =>
  (lines) =>
    lines.map((line) => (line.key === key ? { ...toLineValues(values), key } : line));

export const removeLine =
  (key: number): LinesUpdater =>
  (lines) =>
    lines.filter((line) => line.key !== key);

/** Undoes a removal: inserts the line at its previous position. It gets a new key if a newer line has taken its own. */
export const restoreLine =
  ({ line, number }: NumberedLine): LinesUpdater =>
  (lines) => {
    const isKeyTaken = lines.some(({ key }) => key === line.key);
    return lines.toSpliced(number - 1, 0, isKeyTaken ? { ...line, key: nextKey(lines) } : line);
  };
