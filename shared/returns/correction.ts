import type { ReturnEntry, StoredLine } from './return.ts';

/**
 * Difference instead of all previous lines, because a thousand lines twice exceed the size of a DynamoDB item. A
 * serial number occurs once per return.
 */
export type LinesCorrection = Pick<Extract<ReturnEntry, { readonly type: 'corrected' }>, 'before' | 'added'>;

const toText = ({ product, ean, productDescription, purchaseDate, returnDate, serialNumber }: StoredLine) =>
  JSON.stringify([product, ean, productDescription, purchaseDate, returnDate, serialNumber]);

const indexBySerial = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line.serialNumber, line]));

/** Returns the data needed to restore the previous lines from the current ones. */
export const createCorrection = (before: readonly StoredLine[], after: readonly StoredLine[]): LinesCorrection => {
  const previousLines = indexBySerial(before);
  const currentLines = indexBySerial(after);
  const isUnchanged = (line: StoredLine) => {
    const current = currentLines.get(line.serialNumber);
    return current !== undefined && toText(current) === toText(line);
  };
  return {
    before: before.filter((line) => !isUnchanged(line)),
    added: after.flatMap(({ serialNumber }) => (previousLines.has(serialNumber) ? [] : [serialNumber])),
  };
};

/** Compares lines regardless of their order. */
export const areSameLines = (a: readonly StoredLine[], b: readonly StoredLine[]): boolean => {
  const { before, added } = createCorrection(a, b);
  return before.length === 0 && added.length === 0;
};

/** Restores the lines from before a correction; lines that it did not change come first. */
export const revertCorrection = (after: readonly StoredLine[], { before, added }: LinesCorrection): StoredLine[] => {
  const changedSerials = new Set([...added, ...before.map(({ serialNumber }) => serialNumber)]);
  return [...after.filter(({ serialNumber }) => !changedSerials.has(serialNumber)), ...before];
};
