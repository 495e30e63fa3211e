import * as z from 'zod/mini';
import type { Language } from './regions.ts';
import { withoutInvisible } from './text/invisible-characters.ts';

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

/** Readings of a text whose encoding isn't sure: one of these character sets; or, where two programs have encoded it one after the other, with the second encoding undone (`utf-8-twice`) or as it stands (`utf-8`). */
export const encodings = [...charsets, 'utf-8-twice', 'utf-8'] as const;
export type Encoding = (typeof encodings)[number];

/** The column that says why a row was refused: a corrected file may still have it, and it is passed over. */
export const reasonHeader: Readonly<Record<Language, string>> = { en: 'reason', de: 'Grund', fr: 'motif' };

/** Returns the form in which headers compare: case, accents, invisible characters, and kinds of apostrophes, hyphens and spaces don't count. */
export const foldHeader = (text: string): string =>
  withoutInvisible(text.normalize('NFKD'))
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replaceAll('’', "'")
    .trim();

/** The number that Excel shows of a row. */
export const rowNumber = z.int().check(z.gte(1));

/** What a report says of rows and files that are refused, by the columns, the reasons and the codes of one kind of file. */
export const refusalsOf = <const Column extends string, const Key extends string, const Code extends string>(
  columns: readonly Column[],
  keys: readonly Key[],
  codes: readonly Code[],
) => {
  /** One thing wrong in a row. No column where it isn't in one of them. */
  const reason = z.object({
    column: z.nullable(z.enum(columns)),
    key: z.enum(keys),
    row: z.optional(rowNumber),
    days: z.optional(z.int()),
    length: z.optional(z.int()),
    signs: z.optional(z.string()),
    storeIds: z.optional(z.array(z.string())),
  });
  return {
    reason,
    /** `values` are as the file shows them, in the columns' order, whatever order the file has. */
    refusedRow: z.object({
      row: rowNumber,
      values: z.array(z.string()),
      reasons: z.array(reason).check(z.minLength(1)),
    }),
    refusedFile: z.object({
      outcome: z.literal('refused'),
      code: z.enum(codes),
      /** Of wrong headers: what the file lacks, has too much of, or has twice. */
      missing: z.optional(z.array(z.enum(columns))),
      unknown: z.optional(z.array(z.string())),
      repeated: z.optional(z.array(z.enum(columns))),
      /** Of wrong headers: visible sheets that hold something and weren't read; absent where there are none. */
      otherSheets: z.optional(z.array(z.string())),
      /** FileDamaged: where reading ended, if that is known. */
      row: z.optional(rowNumber),
    }),
  };
};
