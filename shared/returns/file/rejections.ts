import * as z from 'zod/mini';
import { createRejectionSchemas, fileProblems, rowNumber } from '#shared/text/spreadsheet.ts';
import { fileColumns } from './columns.ts';

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

const schemas = createRejectionSchemas(fileColumns, reasonKeys, returnsFileProblems);
export const { rejectedRow, rejectedFile } = schemas;
export type Reason = z.output<typeof schemas.reason>;

/** Row that is left out, because its purchase date is in the future. */
export const droppedRow = z.object({ row: rowNumber, values: z.array(z.string()), purchaseDate: z.string() });
export type DroppedRow = z.output<typeof droppedRow>;

/** Rows of a named file that are not part of the return. */
export const omittedRows = z.object({ name: z.string(), refused: z.array(rejectedRow), dropped: z.array(droppedRow) });
export type OmittedRows = z.output<typeof omittedRows>;
