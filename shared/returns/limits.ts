import { spreadsheetLimits } from '#shared/spreadsheet.ts';

/** What a return and its file can hold. Lengths are such that a full return is one item of DynamoDB, whose limit is 400 KB. */
export const returnLimits = {
  lines: 1000,
  /** Characters, and bytes in UTF-8: an accent takes two, which is what lines are made of; signs of three or four are rare. */
  productDescription: { length: 100, bytes: 180 },
  file: {
    ...spreadsheetLimits,
    valueLength: 200,
  },
} as const;
