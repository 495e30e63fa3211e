import * as z from 'zod/mini';
import type { Language } from '#shared/config/regions.ts';
import { returnLine } from '#shared/returns/line.ts';
import {
  encodingSamples,
  fileProblems,
  reasonHeaderByLanguage,
  createRejectionSchemas,
  rowNumber,
} from '#shared/text/spreadsheet.ts';
import { fileColumns, fileHeaders } from './columns.ts';
import type { FileColumn } from './columns.ts';

/** Reasons why a returns file is rejected as a whole; invalid rows do not cause the rejection of others. */
const returnsFileProblems = [
  ...fileProblems,
  'ReturnsFileWrongHeaders',
  'ReturnsFileNotSameStoreReference',
  'ReturnsFileOtherStore',
  'ReturnsFileTooManyLines',
] as const;
export type ReturnsFileProblem = (typeof returnsFileProblems)[number];

/** Reasons why a row is rejected. Their texts are for shop assistants and appear next to the column's name. */
export const reasonKeys = [
  'missing',
  'formula',
  /** #N/A and similar errors. */
  'errorValue',
  /** Excel converted the typed value to a date or a boolean. */
  'notText',
  /** 4.54965E+12, or more digits than Excel stores. */
  'numberMangled',
  'tooLong',
  'invalidText',
  /** Contains the invisible characters in `signs`. */
  'unseen',
  /** Characters typed with another keyboard layout, by a scanner or a person. */
  'otherKeyboard',
  'eanMalformed',
  'eanCheckDigit',
  'eanUnknown',
  'serialNumberMalformed',
  /** No device of the catalogue has such a serial number. The row has a `line`, as for the next two reasons. */
  'serialNumberUnlikely',
  /** The cell contains the EAN, which is printed next to the serial number. */
  'serialNumberEan',
  /** A number that may have lost leading zeros. */
  'serialNumberZeros',
  /** `row` is the other row with the same serial number. */
  'serialNumberTwice',
  'dateUnreadable',
  /**
   * The month comes first in this or another row of the file, so that dates such as 3/4 and date cells are ambiguous.
   */
  'dateMonthFirst',
  /** Date cell whose day and month may have been swapped by a spreadsheet with another locale. */
  'dateTurned',
  'dateTooEarly',
  /** Reported only for rows with further errors; a row with this error only is dropped. */
  'dateInFuture',
  /** `days` is the return period. */
  'periodExceeded',
  /** A cell beyond the columns with a header has a value. */
  'beyondColumns',
  /** Cells are shifted or merged into one: an EAN or a serial number is in another column. */
  'misplaced',
] as const;
export type ReasonKey = (typeof reasonKeys)[number];

const { reason, rejectedRow, rejectedFile } = createRejectionSchemas(fileColumns, reasonKeys, returnsFileProblems);
export type Reason = z.output<typeof reason>;

/** Line read from a row; `row` is the row number in Excel. */
const acceptedLine = z.extend(returnLine, { row: rowNumber });
export type AcceptedLine = z.output<typeof acceptedLine>;

const droppedRow = z.object({ row: rowNumber, values: z.array(z.string()), purchaseDate: z.string() });
/** `line` is present if only the serial number is in question, so that the user can accept the row as it is. */
const reportedRow = z.extend(rejectedRow, { line: z.optional(returnLine) });
export type DroppedRow = z.output<typeof droppedRow>;
export type RejectedRow = z.output<typeof reportedRow>;

/** Rows of a named file that are not part of the return. */
export const omittedRows = z.object({ name: z.string(), refused: z.array(rejectedRow), dropped: z.array(droppedRow) });
export type OmittedRows = z.output<typeof omittedRows>;

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
