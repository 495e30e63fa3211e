import type { StoredLine } from '#shared/returns/return.ts';

/** Lines that are alike but for their serial numbers; its quantity is how many they are. */
export type LineGroup = { readonly key: string; readonly lines: readonly [StoredLine, ...StoredLine[]] };

// A product has one EAN; should two ever meet, neither is hidden behind the other.
const keyOf = ({ product, ean, purchaseDate, returnDate }: StoredLine) =>
  [product, ean, purchaseDate, returnDate].join(' ');

/** The lines of the same product, purchase date and return date together, in the order in which each group first appears. */
export const groupLines = (lines: readonly StoredLine[]): LineGroup[] =>
  [...Map.groupBy(lines, keyOf)].map(([key, grouped]) => ({ key, lines: grouped as [StoredLine, ...StoredLine[]] }));
