import type { Language } from './regions.ts';

/** What a file of rows (.xlsx, .csv, pasted cells) may be, whatever it is for. */
export const spreadsheetLimits = {
  bytes: 4 * 1024 * 1024,
  /** More rows than this aren't even counted. */
  rows: 10_000,
  columns: 100,
} as const;

export const fileProblems = [
  'FileEmpty',
  'FileWrongType',
  /** A workbook of another kind, which a spreadsheet program saves as .xlsx in three clicks. */
  'FileIsXls',
  'FileIsXlsb',
  'FileIsOds',
  'FileIsNumbers',
  'FilePasswordProtected',
  'FileWithMacros',
  'FileTooLarge',
  'FileDamaged',
] as const;
export type FileProblem = (typeof fileProblems)[number];

/** The character sets of a text file without a mark that is no UTF-8: Excel's “CSV”, “CSV (Macintosh)” and “CSV (MS-DOS)”. */
export const charsets = ['windows-1252', 'macintosh', 'ibm850'] as const;
export type Charset = (typeof charsets)[number];

/** The column that says why a row was refused: a corrected file may still have it, and it is passed over. */
export const reasonHeader: Readonly<Record<Language, string>> = { en: 'reason', de: 'Grund', fr: 'motif' };
