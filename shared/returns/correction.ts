import type { ReturnEntry, StoredLine } from './return.ts';

/**
 * Difference between two versions of a return's lines. It does not contain all previous lines, because two times a
 * thousand lines exceed the size of a DynamoDB item. Serial numbers identify the lines, because each occurs once per
 * return.
 */
export type LinesCorrection = Pick<Extract<ReturnEntry, { readonly type: 'corrected' }>, 'before' | 'added'>;

const toComparableText = ({ product, ean, productDescription, purchaseDate, returnDate, serialNumber }: StoredLine) =>
  JSON.stringify([product, ean, productDescription, purchaseDate, returnDate, serialNumber]);

const indexBySerial = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line.serialNumber, line]));

/** Returns the data needed to restore the old lines from the new ones. */
export const createCorrection = (oldLines: readonly StoredLine[], newLines: readonly StoredLine[]): LinesCorrection => {
  const oldLineBySerial = indexBySerial(oldLines);
  const newLineBySerial = indexBySerial(newLines);
  const isUnchanged = (line: StoredLine) => {
    const newLine = newLineBySerial.get(line.serialNumber);
    return newLine !== undefined && toComparableText(newLine) === toComparableText(line);
  };
  return {
    before: oldLines.filter((line) => !isUnchanged(line)),
    added: newLines.flatMap(({ serialNumber }) => (oldLineBySerial.has(serialNumber) ? [] : [serialNumber])),
  };
};

/** Compares lines regardless of their order. */
export const areSameLines = (a: readonly StoredLine[], b: readonly StoredLine[]): boolean => {
  const { before, added } = createCorrection(a, b);
  return before.length === 0 && added.length === 0;
};

/** Restores the lines from before a correction; lines that it did not change come first. */
export const revertCorrection = (
  correctedLines: readonly StoredLine[],
  { before, added }: LinesCorrection,
): StoredLine[] => {
  const changedSerials = new Set([...added, ...before.map(({ serialNumber }) => serialNumber)]);
  return [...correctedLines.filter(({ serialNumber }) => !changedSerials.has(serialNumber)), ...before];
};
