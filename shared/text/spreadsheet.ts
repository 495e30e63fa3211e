import * as z from 'zod/mini';
import type { Language } from '#shared/config/regions.ts';
import { removeInvisible } from './invisible-characters.ts';

/** Limits of any spreadsheet (.xlsx, .csv, pasted cells). */
export const spreadsheetLimits = {
  bytes: 4 * 1024 * 1024,
  /** Rows beyond this limit are not counted. */
  rows: 10_000,
  columns: 100,
} as const;

export const fileProblems = [
  'FileEmpty',
  'FileWrongType',
  /** Workbook in another format, which a spreadsheet program can save as .xlsx. */
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

/**
 * Non-UTF-8 character sets of text files without a byte order mark: Excel's “CSV”, “CSV (Macintosh)” and “CSV
 * (MS-DOS)”.
 */
export const charsets = ['windows-1252', 'macintosh', 'ibm850'] as const;
export type Charset = (typeof charsets)[number];

/**
 * Possible encodings of a text: one of these character sets; or, for a text encoded twice, with the second encoding
 * undone (`utf-8-twice`) or as it is (`utf-8`).
 */
export const encodings = [...charsets, 'utf-8-twice', 'utf-8'] as const;
export type Encoding = (typeof encodings)[number];

/** Some words of a file as decoded with each possible encoding; the file was read with the first one. */
export const encodingSamples = z.array(z.object({ charset: z.enum(encodings), words: z.array(z.string()) }));
export type EncodingSamples = z.output<typeof encodingSamples>;

/** Header of the column with the reason for a rejection; a corrected file may still have it, and it is ignored. */
export const reasonHeaderByLanguage: Readonly<Record<Language, string>> = { en: 'reason', de: 'Grund', fr: 'motif' };

/**
 * Normalizes a header for comparison: ignores case, accents, invisible characters, and variants of apostrophes,
 * hyphens and spaces.
 */
export const normalizeHeader = (text: string): string =>
  removeInvisible(text.normalize('NFKD'))
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replaceAll('’', "'")
    .trim();

/** Row number in Excel. */
export const rowNumber = z.int().check(z.gte(1));

/** Creates the schemas of rejected rows and files, for the columns, reasons and codes of one kind of file. */
export const createRejectionSchemas = <
  const Column extends string,
  const Key extends string,
  const Code extends string,
>(
  columns: readonly Column[],
  keys: readonly Key[],
  codes: readonly Code[],
) => {
  /** Problem of a row; no column if it concerns the whole row. The other fields are values for the text of some keys. */
  const reason = z.object({
    column: z.nullable(z.enum(columns)),
    key: z.enum(keys),
    /** Other row with the same value. */
    row: z.optional(rowNumber),
    /** Return period in days. */
    days: z.optional(z.int()),
    /** Maximum length in characters. */
    length: z.optional(z.int()),
    /** Invisible characters of the cell, as U+200B. */
    signs: z.optional(z.string()),
    /** Known stores that the store id may mean. */
    storeIds: z.optional(z.array(z.string())),
  });
  return {
    reason,
    /** `values` are as displayed by the spreadsheet, in the order of `columns`. */
    rejectedRow: z.object({
      row: rowNumber,
      values: z.array(z.string()),
      reasons: z.array(reason).check(z.minLength(1)),
    }),
    rejectedFile: z.object({
      outcome: z.literal('refused'),
      code: z.enum(codes),
      /** For wrong headers: missing, unknown and repeated ones. */
      missing: z.optional(z.array(z.enum(columns))),
      unknown: z.optional(z.array(z.string())),
      repeated: z.optional(z.array(z.enum(columns))),
      /** For wrong headers: visible, non-empty sheets that were not read; absent if there are none. */
      otherSheets: z.optional(z.array(z.string())),
      /** For FileDamaged: row at which reading stopped, if known. */
      row: z.optional(rowNumber),
    }),
  };
};
