import type { ReturnEntry, StoredLine } from './return.ts';

/** Not all lines as they were: a thousand twice are more than one item of DynamoDB. A serial number stands once in a return. */
export type LinesCorrection = Pick<Extract<ReturnEntry, { readonly type: 'corrected' }>, 'before' | 'added'>;

const textOf = ({ product, ean, productDescription, purchaseDate, returnDate, serialNumber }: StoredLine) =>
  JSON.stringify([product, ean, productDescription, purchaseDate, returnDate, serialNumber]);

const bySerial = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line.serialNumber, line]));

/** What has to be known to get from the lines as they are back to those that were. */
export const correctionOf = (before: readonly StoredLine[], after: readonly StoredLine[]): LinesCorrection => {
  const [was, is] = [bySerial(before), bySerial(after)];
  const isAsItWas = (line: StoredLine) => {
    const now = is.get(line.serialNumber);
    return now !== undefined && textOf(now) === textOf(line);
  };
  return {
    before: before.filter((line) => !isAsItWas(line)),
    added: after.flatMap(({ serialNumber }) => (was.has(serialNumber) ? [] : [serialNumber])),
  };
};

/** In whatever order they stand. */
export const isSameLines = (one: readonly StoredLine[], other: readonly StoredLine[]): boolean => {
  const { before, added } = correctionOf(one, other);
  return before.length === 0 && added.length === 0;
};

/** The lines as they were before a correction: those that it didn't touch first. */
export const linesBefore = (after: readonly StoredLine[], { before, added }: LinesCorrection): StoredLine[] => {
  const gone = new Set([...added, ...before.map(({ serialNumber }) => serialNumber)]);
  return [...after.filter(({ serialNumber }) => !gone.has(serialNumber)), ...before];
};
