import type { Language } from '#shared/regions.ts';
import { fileColumns, fileHeaders, reasonHeader } from './file-headers.ts';
import type { Reason, RefusedRow } from './file-report.ts';

/** The refused rows as a file to correct and send again: the six columns and one that says why, which is passed over when it is read. */
export const refusedRowsTable = (
  refused: readonly RefusedRow[],
  language: Language,
  textOf: (reason: Reason) => string,
): string[][] => [
  [...fileColumns.map((column) => fileHeaders[column][language][0]), reasonHeader[language]],
  ...refused.map(({ values, reasons }) => [
    ...fileColumns.map((_, index) => values[index] ?? ''),
    reasons.map(textOf).join('; '),
  ]),
];
