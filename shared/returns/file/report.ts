import * as z from 'zod/mini';
import type { Language } from '#shared/regions.ts';
import { returnLine } from '#shared/returns/line.ts';
import { encodings, fileProblems, reasonHeader, refusalsOf, rowNumber } from '#shared/spreadsheet.ts';
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
  'missing',
  'formula',
  /** #N/A and the like. */
  'errorValue',
  /** Excel made a date or a truth value of what was typed. */
  'notText',
  /** 4.54965E+12, or more digits than Excel keeps. */
  'numberMangled',
  'tooLong',
  'invalidText',
  /** `signs` are in it that nobody sees. */
  'unseen',
  /** The signs of a scanner, or a person, that types by another keyboard layout. */
  'otherKeyboard',
  'eanMalformed',
  'eanCheckDigit',
  'eanUnknown',
  'serialNumberMalformed',
  /** Hardly a serial number, the bar code beside it, or a number that has lost the zeros in front of it, if it had any. The row has a `line`. */
  'serialNumberUnlikely',
  'serialNumberEan',
  'serialNumberZeros',
  /** `row` is the one that has the same. */
  'serialNumberTwice',
  'dateUnreadable',
  /** The month comes first, here or elsewhere in the file, so that 3/4 could be either, and so could a real date. */
  'dateMonthFirst',
  /** A real date whose day and month a spreadsheet of another country may have swapped. */
  'dateTurned',
  'dateTooEarly',
  /** Of a row that has something else wrong; one that hasn't is dropped. */
  'dateInFuture',
  /** `days` are allowed. */
  'periodExceeded',
  /** Something stands where no column has a header. */
  'beyondColumns',
  /** The row's cells have slipped, or all stand in one: an EAN or a serial number stands in another column than its own. */
  'misplaced',
] as const;
export type ReasonKey = (typeof reasonKeys)[number];

const { reason, refusedRow, refusedFile } = refusalsOf(fileColumns, reasonKeys, returnsFileProblems);
export type Reason = z.output<typeof reason>;

/** A line out of a row; `row` is the number that Excel shows. */
const acceptedLine = z.extend(returnLine, { row: rowNumber });
export type AcceptedLine = z.output<typeof acceptedLine>;

const droppedRow = z.object({ row: rowNumber, values: z.array(z.string()), purchaseDate: z.string() });
/** The `line` is what a row says whose serial number alone is doubtful: somebody who has seen it may take it as it stands. */
const reportedRow = z.extend(refusedRow, { line: z.optional(returnLine) });
export type DroppedRow = z.output<typeof droppedRow>;
export type RefusedRow = z.output<typeof reportedRow>;

/** Rows of a file, by its name, that are not in the return. */
export const leftRows = z.object({ name: z.string(), refused: z.array(refusedRow), dropped: z.array(droppedRow) });
export type LeftRows = z.output<typeof leftRows>;

/** Rows that name one store and one reference. */
const storeRows = z.object({ storeId: z.string(), storeRefNo: z.string(), rows: z.array(rowNumber) });
export type StoreRows = z.output<typeof storeRows>;

/** An accepted row whose description names another product than its EAN. */
const contradiction = z.object({ row: rowNumber, productDescription: z.string(), product: z.string() });

const notices = {
  /** Visible sheets that hold something and weren't read. */
  otherSheets: z.array(z.string()),
  /** Rows that were read although Excel hides them. */
  hiddenRows: z.array(rowNumber),
  contradictions: z.array(contradiction),
};

/** Readings of doubtful dates: with the month in front, all that may be turned round; real ones alone turned round, beside written ones with the day in front; or real ones as they stand. */
export const dateReadings = ['monthFirst', 'turned', 'asShown'] as const;
export type DateReading = (typeof dateReadings)[number];

/** A date that may be another one with day and month swapped: as the file writes it (real ones have no `text`), and as each reading that is asked about has it. */
const doubtfulDate = z.object({
  row: rowNumber,
  text: z.optional(z.string()),
  monthFirst: z.optional(z.string()),
  turned: z.optional(z.string()),
  asShown: z.string(),
});
export type DoubtfulDate = z.output<typeof doubtfulDate>;

const setAside = z.object({
  rows: z.array(z.object({ row: rowNumber, text: z.string() })),
  columns: z.array(z.string()),
  /** Cells far to the right of the columns: how many, and the first of them. */
  cells: z.optional(z.object({ count: z.int(), named: z.array(z.object({ cell: z.string(), text: z.string() })) })),
});

/** Asked once. The file was read as if the answer were yes; dates and spellings may be answered otherwise. */
const questions = {
  /** All six columns are there, but in this order, which is ReturnsFileWrongHeaders too. */
  reordered: z.optional(z.array(z.enum(fileColumns))),
  /** What is no line of a return: titles, totals, notes, the header once more; and headers of further columns. */
  setAside: z.optional(setAside),
  /** There is no header: which column was taken for what, and an example. A column that is null was passed over. */
  guessed: z.optional(z.array(z.object({ column: z.nullable(z.enum(fileColumns)), example: z.string() }))),
  /** Some words as each encoding would spell them; the file was read in the first. */
  spellings: z.optional(z.array(z.object({ charset: z.enum(encodings), words: z.array(z.string()) }))),
};

export const fileReport = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    /** The one that is booked for, where the file names none (`unnamed`). */
    storeId: z.string(),
    /** '' where the file names none. */
    storeRefNo: z.string(),
    /** What no row of the file names. */
    unnamed: z.array(z.enum(['storeId', 'storeRefNo'])),
    /** Rows that are meant as lines: accepted, dropped and refused ones together. */
    rows: z.int(),
    accepted: z.array(acceptedLine),
    dropped: z.array(droppedRow),
    refused: z.array(reportedRow),
    ...notices,
    ...questions,
    /** Examples of dates that weren't read, as long as nobody says which way round they are. */
    doubtfulDates: z.optional(z.array(doubtfulDate)),
  }),
  z.extend(refusedFile, {
    ...questions,
    /** ReturnsFileNotSameStoreReference and ReturnsFileOtherStore: every row of the file, by what it names. */
    stores: z.optional(z.array(storeRows)),
    /** Of ReturnsFileTooManyLines. */
    lines: z.optional(z.int()),
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
