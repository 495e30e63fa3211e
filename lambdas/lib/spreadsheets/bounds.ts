import { spreadsheetLimits } from '#shared/text/spreadsheet.ts';
import type { FileProblem } from '#shared/text/spreadsheet.ts';

const mebibyte = 1024 * 1024;

/**
 * Limits that only attacks and accidental files exceed: the worst accepted file takes well under a second and 128 MB.
 */
export const bounds = {
  bytes: spreadsheetLimits.bytes,
  rows: spreadsheetLimits.rows,
  columns: spreadsheetLimits.columns,
  zip: {
    entries: 300,
    /** Total uncompressed size that the archive's directory declares; parts that aren't needed are never inflated. */
    declaredBytes: 64 * mebibyte,
    /** Maximum compression ratio of one part, checked from `ratioFromBytes` on. Deflate cannot exceed 1032. */
    ratio: 250,
    ratioFromBytes: mebibyte,
  },
  /** Maximum inflated size, in bytes, of each part that is read. */
  part: { directory: mebibyte / 2, styles: 12 * mebibyte, strings: 6 * mebibyte, sheet: 12 * mebibyte },
  /** Cell formats and number formats: Excel's own limit. */
  formats: 65_490,
  sheets: 20,
  /** Rows allowed above the header, such as a title, a date or the store's name. */
  linesAboveHeader: 10,
  /** Non-blank cells of a sheet. */
  cells: 120_000,
  /** Longest text that a column may accept, and how many characters are kept of a longer one. */
  text: { length: 1000, begin: 400 },
  /** Total characters of all cells, counting repeated texts each time: as many as a text file can have. */
  characters: 4 * mebibyte,
  mergedRanges: 10_000,
  mergedCells: 100_000,
  /** Characters of one record in a text file, and separators in the whole file. */
  recordLength: 65_536,
  separators: 1_000_000,
  /** Records of a text file, including blank ones. */
  records: 100_000,
  /** Highest row number that Excel can show. */
  lastRow: 1_048_576,
} as const;

/** Rejects a whole file with a reason; `row` is the row where reading stopped, if known. */
export class FileRejectedError extends Error {
  override readonly name: string = 'FileRefused';
  readonly code: FileProblem;
  readonly row: number | undefined;

  constructor(code: FileProblem, { cause, row }: { cause?: unknown; row?: number } = {}) {
    super(code, { cause });
    this.code = code;
    // A problem before the first row has no row number.
    this.row = row !== undefined && row >= 1 ? row : undefined;
  }
}

/**
 * Result of reading and validating a file. `row`: where reading stopped, if known; `cause`: an unexpected error, for
 * the log.
 */
export type ParseResult<Result> =
  | { readonly result: Result }
  | { readonly refused: FileProblem; readonly row?: number; readonly cause?: string };

/** Runs `read` and turns anything it throws into a parse result. */
export const toParseResult = async <Result>(read: () => Promise<Result>): Promise<ParseResult<Result>> => {
  try {
    return { result: await read() };
  } catch (error) {
    if (error instanceof FileRejectedError)
      return { refused: error.code, ...(error.row !== undefined && { row: error.row }) };
    // An unexpected error also rejects the file as damaged; its cause goes to the log.
    return {
      refused: 'FileDamaged',
      cause: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
};
