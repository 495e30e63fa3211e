import * as z from 'zod/mini';
import type { Language } from '#shared/regions.ts';
import { returnLine } from '#shared/returns/line.ts';
import { fileProblems, reasonHeader } from '#shared/spreadsheet.ts';
import { fileColumns, fileHeaders } from './columns.ts';
import type { FileColumn } from './columns.ts';

/** Why nothing of a returns file is taken over; rows that are wrong by themselves don't refuse the others. */
const returnsFileProblems = [
  ...fileProblems,
  'ReturnsFileWrongHeaders',
  'ReturnsFileNotSameStoreReference',
  'ReturnsFileOtherStore',
  'ReturnsFileTooManyLines',
] as const;
export type ReturnsFileProblem = (typeof returnsFileProblems)[number];

/** Why a row is refused. Texts are for a shop assistant; the column is told beside them. */
export const reasonKeys = [
  /** Nothing in the cell. */
  'missing',
  /** A formula, of whatever result. */
  'formula',
  /** #N/A and the like. */
  'errorValue',
  /** Excel made a date or a truth value of what was typed. */
  'notText',
  /** 4.54965E+12, or more digits than Excel keeps. */
  'numberMangled',
  'tooLong',
  'invalidText',
  'eanMalformed',
  'eanCheckDigit',
  'eanUnknown',
  'serialNumberMalformed',
  /** `row` is the one that has the same. */
  'serialNumberTwice',
  'dateUnreadable',
  /** The month comes first, here or elsewhere in the file, so that 3/4 could be either. */
  'dateMonthFirst',
  'dateTooEarly',
  /** Of a row that has something else wrong; one that hasn't is dropped. */
  'dateInFuture',
  /** `days` are allowed. */
  'periodExceeded',
  /** Something stands where no column has a header. */
  'beyondColumns',
] as const;
export type ReasonKey = (typeof reasonKeys)[number];

const rowNumber = z.int().check(z.gte(1));

/** One thing wrong in a row. No column where it isn't in one of the six. */
const reason = z.object({
  column: z.nullable(z.enum(fileColumns)),
  key: z.enum(reasonKeys),
  row: z.optional(rowNumber),
  days: z.optional(z.int()),
  length: z.optional(z.int()),
});
export type Reason = z.output<typeof reason>;

/** A row's six values as the file shows them, in the columns' order, whatever order the file has. */
const cellTexts = z.array(z.string());

/** A line out of a row; `row` is the number that Excel shows. */
const acceptedLine = z.extend(returnLine, { row: rowNumber });
export type AcceptedLine = z.output<typeof acceptedLine>;

const droppedRow = z.object({ row: rowNumber, values: cellTexts, purchaseDate: z.string() });
const refusedRow = z.object({
  row: rowNumber,
  values: cellTexts,
  reasons: z.array(reason).check(z.minLength(1)),
});
export type DroppedRow = z.output<typeof droppedRow>;
export type RefusedRow = z.output<typeof refusedRow>;

/** Rows of a file, by its name, that are not in the return. */
export const leftRows = z.object({ name: z.string(), refused: z.array(refusedRow), dropped: z.array(droppedRow) });
export type LeftRows = z.output<typeof leftRows>;

/** Rows that name one store and one reference. */
const storeRows = z.object({ storeId: z.string(), storeRefNo: z.string(), rows: z.array(rowNumber) });
export type StoreRows = z.output<typeof storeRows>;

const notices = {
  /** Visible sheets that hold something and weren't read. */
  otherSheets: z.array(z.string()),
  /** Rows that were read although Excel hides them. */
  hiddenRows: z.array(rowNumber),
};

/**
 * All six columns are there, but in this order, which is ReturnsFileWrongHeaders too: whoever reads the report is asked
 * whether they are to be put in order before anything else is said of the file.
 */
const reordered = z.optional(z.array(z.enum(fileColumns)));

/** What became of a file: each of its rows is accepted, dropped or refused, or nothing of it is taken over. */
export const fileReport = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    storeId: z.string(),
    storeRefNo: z.string(),
    /** How many rows hold something: accepted, dropped and refused ones together. */
    rows: z.int(),
    accepted: z.array(acceptedLine),
    dropped: z.array(droppedRow),
    refused: z.array(refusedRow),
    reordered,
    ...notices,
  }),
  z.object({
    outcome: z.literal('refused'),
    code: z.enum(returnsFileProblems),
    reordered,
    /** ReturnsFileWrongHeaders: what the file lacks, has too much of, or has twice. */
    missing: z.optional(z.array(z.enum(fileColumns))),
    unknown: z.optional(z.array(z.string())),
    repeated: z.optional(z.array(z.enum(fileColumns))),
    /** ReturnsFileNotSameStoreReference and ReturnsFileOtherStore: every row of the file, by what it names. */
    stores: z.optional(z.array(storeRows)),
    /** ReturnsFileTooManyLines. */
    lines: z.optional(z.int()),
    /** FileDamaged: where reading ended, if that is known. */
    row: z.optional(rowNumber),
  }),
]);
export type FileReport = z.output<typeof fileReport>;
export type ReadFileReport = Extract<FileReport, { readonly outcome: 'read' }>;

const missingCodes = { ean: 'ReturnsFileMissingEANCode', serialNumber: 'ReturnsFileMissingSerialNumber' } as const;

/** The specification's two errors that single rows cause, with those rows; none of them when no row does. */
export const missingCodeRows = (refused: readonly RefusedRow[]) =>
  Object.entries(missingCodes).flatMap(([column, code]) => {
    const rows = refused
      .filter(({ reasons }) => reasons.some((one) => one.key === 'missing' && one.column === column))
      .map(({ row }) => row);
    return rows.length === 0 ? [] : [{ code, column: column as keyof typeof missingCodes & FileColumn, rows }];
  });

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
