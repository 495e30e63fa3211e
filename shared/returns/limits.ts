import { spreadsheetLimits } from '#shared/text/spreadsheet.ts';

/** Limits of a return and its file, chosen so that a full return fits into a DynamoDB item (400 KB). */
export const returnLimits = {
  lines: 1000,
  /** Characters, and bytes in UTF-8: accented letters take two bytes; characters of three or four bytes are rare. */
  productDescription: { length: 100, bytes: 180 },
  file: {
    ...spreadsheetLimits,
    /** Characters of a cell. */
    valueLength: 200,
  },
} as const;
