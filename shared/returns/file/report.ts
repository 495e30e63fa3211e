import * as z from 'zod/mini';
import type { Language } from '#shared/config/regions.ts';
import { returnLine } from '#shared/returns/line.ts';
import { encodingSamples, reasonHeaderByLanguage, rowNumber } from '#shared/text/spreadsheet.ts';
import { fileColumns, fileHeaders } from './columns.ts';
import type { FileColumn } from './columns.ts';
import { droppedRow, rejectedFile, rejectedRow } from './rejections.ts';
import type { Reason } from './rejections.ts';

/** Line read from a row; `row` is the row number in Excel. */
const acceptedLine = z.extend(returnLine, { row: rowNumber });
export type AcceptedLine = z.output<typeof acceptedLine>;

/** `line` is present if only the serial number is in question, so that the user can accept the row as it is. */
const reportedRow = z.extend(rejectedRow, { line: z.optional(returnLine) });
export type RejectedRow = z.output<typeof reportedRow>;

/** Rows with the same store and reference. */
const storeRows = z.object({ storeId: z.string(), storeRefNo: z.string(), rows: z.array(rowNumber) });
export type StoreRows = z.output<typeof storeRows>;

/** Accepted row whose description names another product than its EAN. */
const contradiction = z.object({ row: rowNumber, productDescription: z.string(), product: z.string() });

const notices = {
  /** Visible, non-empty sheets that were not read. */
  otherSheets: z.array(z.string()),
  /** Rows that were read although they are hidden in Excel. */
  hiddenRows: z.array(rowNumber),
  contradictions: z.array(contradiction),
};

/** Answers to the question how the dates of a file are to be interpreted. */
export const dateInterpretations = [
  /** All dates have the month first. */
  'monthFirst',
  /** Day and month are swapped in date cells; typed dates have the day first. */
  'turned',
  /** Date cells are right as they are displayed. */
  'asShown',
] as const;
export type DateInterpretation = (typeof dateInterpretations)[number];

/**
 * Date that may have day and month swapped: as the file contains it (date cells have no `text`), and in each
 * interpretation offered.
 */
const ambiguousDate = z.object({
  row: rowNumber,
  text: z.optional(z.string()),
  monthFirst: z.optional(z.string()),
  turned: z.optional(z.string()),
  asShown: z.string(),
});
export type AmbiguousDate = z.output<typeof ambiguousDate>;

const skippedParts = z.object({
  rows: z.array(z.object({ row: rowNumber, text: z.string() })),
  columns: z.array(z.string()),
  /** Cells far to the right of the columns: their number, and the first of them. */
  cells: z.optional(z.object({ count: z.int(), named: z.array(z.object({ cell: z.string(), text: z.string() })) })),
});

/**
 * Questions about the file, each asked once. The file was read as if the answer were yes; dates and encodings allow
 * other answers.
 */
const questions = {
  /** The columns in the order found; the same order is reported if the file is rejected with ReturnsFileWrongHeaders. */
  reordered: z.optional(z.array(z.enum(fileColumns))),
  /** Rows that are not lines: titles, totals, notes, repeated headers; and headers of additional columns. */
  setAside: z.optional(skippedParts),
  /**
   * For a file without headers: the column assigned to each column of the file (null if it was skipped), with an
   * example.
   */
  guessed: z.optional(z.array(z.object({ column: z.nullable(z.enum(fileColumns)), example: z.string() }))),
  /** For a text whose encoding is uncertain. */
  spellings: z.optional(encodingSamples),
};

export const fileReport = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    /** Store to book for if the file names none (`unnamed`). */
    storeId: z.string(),
    /** '' if the file contains none. */
    storeRefNo: z.string(),
    /** Fields that no row of the file contains. */
    unnamed: z.array(z.enum(['storeId', 'storeRefNo'])),
    /** Number of rows with lines: accepted, dropped and rejected. */
    rows: z.int(),
    accepted: z.array(acceptedLine),
    dropped: z.array(droppedRow),
    refused: z.array(reportedRow),
    ...notices,
    ...questions,
    /** Examples of dates that cannot be read until the user answers the question. */
    doubtfulDates: z.optional(z.array(ambiguousDate)),
  }),
  z.extend(rejectedFile, {
    ...questions,
    /** For ReturnsFileNotSameStoreReference and ReturnsFileOtherStore: all rows, grouped by store and reference. */
    stores: z.optional(z.array(storeRows)),
    /** For ReturnsFileTooManyLines. */
    lines: z.optional(z.int()),
  }),
]);
export type FileReport = z.output<typeof fileReport>;
export type ReadFileReport = Extract<FileReport, { readonly outcome: 'read' }>;

const missingCodes = { ean: 'ReturnsFileMissingEANCode', serialNumber: 'ReturnsFileMissingSerialNumber' } as const;

/**
 * Groups rows by the two error codes of the specification that apply to single rows; codes without rows are omitted.
 */
export const findMissingCodeRows = (rejectedRows: readonly RejectedRow[]) =>
  Object.entries(missingCodes).flatMap(([column, code]) => {
    const rows = rejectedRows
      .filter(({ reasons }) => reasons.some((rowReason) => rowReason.key === 'missing' && rowReason.column === column))
      .map(({ row }) => row);
    return rows.length === 0 ? [] : [{ code, column: column as keyof typeof missingCodes & FileColumn, rows }];
  });

/**
 * Converts rejected rows to a file for correction: the six columns and a reason, which is ignored when the file is
 * read again.
 */
export const toRejectedRowsTable = (
  rejectedRows: readonly RejectedRow[],
  language: Language,
  formatReason: (reason: Reason) => string,
): string[][] => [
  [...fileColumns.map((column) => fileHeaders[column][language][0]), reasonHeaderByLanguage[language]],
  ...rejectedRows.map(({ values, reasons }) => [
    ...fileColumns.map((_, index) => values[index] ?? ''),
    reasons.map(formatReason).join('; '),
  ]),
];
