import type { CalendarDate } from '#shared/dates.ts';
import { returnLine } from '#shared/returns/line.ts';
import type { ReturnLine } from '#shared/returns/line.ts';

/** What a line says, as far as it is filled in: what is missing is ''. */
export type LineValues = { readonly [Name in keyof ReturnLine]: string };

/** A line of the return that is being booked. Its key stays while the line changes; no two lines have the same. */
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

/** A line's fields without its key, or what else came along. */
export const valuesOf = (line: LineValues): LineValues =>
  Object.fromEntries(lineFields.map((name) => [name, line[name]])) as LineValues;

const thing = ({ product, serialNumber }: LineValues) => [product, serialNumber].join(' ');

/** Those that are not there yet: the same product with the same serial number is the same thing. */
export const missingIn = <Candidate extends LineValues>(
  lines: readonly LineValues[],
  candidates: readonly Candidate[],
): Candidate[] => {
  const known = new Set(lines.map(thing));
  return candidates.filter((candidate) => !known.has(thing(candidate)));
};

/** The number of the line that has a serial number, but for that of a key. */
export const lineOfSerial = (lines: readonly Line[], serialNumber: string, except?: number): number | undefined => {
  const index =
    serialNumber === '' ? -1 : lines.findIndex((line) => line.serialNumber === serialNumber && line.key !== except);
  return index < 0 ? undefined : index + 1;
};

/** What becomes of lines; those that it doesn't concern stay the same objects. */
export type LinesChange = (lines: readonly Line[]) => Line[];

const nextKey = (lines: readonly Line[]) => lines.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;

export const adding =
  (added: readonly LineValues[]): LinesChange =>
  (lines) => {
    const first = nextKey(lines);
    return [...lines, ...added.map((line, index) => ({ ...valuesOf(line), key: first + index }))];
  };

export const changing =
  (key: number, values: LineValues): LinesChange =>
  (lines) =>
    lines.map((line) => (line.key === key ? { ...valuesOf(values), key } : line));

export const removing =
  (key: number): LinesChange =>
  (lines) =>
    lines.filter((line) => line.key !== key);

/** Takes back a removal: the line is what and where it was. Its key may be a newer line's by now. */
export const restoring =
  ({ line, number }: NumberedLine): LinesChange =>
  (lines) => {
    const isTaken = lines.some(({ key }) => key === line.key);
    return lines.toSpliced(number - 1, 0, isTaken ? { ...line, key: nextKey(lines) } : line);
  };
