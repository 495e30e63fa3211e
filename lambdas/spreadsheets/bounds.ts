import { spreadsheetLimits } from '#shared/spreadsheet.ts';
import type { FileProblem } from '#shared/spreadsheet.ts';

const mebibyte = 1024 * 1024;

/** Beyond these a file is an attack, or an accident: the worst that passes takes well under a second and 128 MB. */
export const bounds = {
  bytes: spreadsheetLimits.bytes,
  rows: spreadsheetLimits.rows,
  columns: spreadsheetLimits.columns,
  zip: {
    entries: 300,
    /** All that an archive says it holds; what isn't needed is never inflated. */
    declaredBytes: 64 * mebibyte,
    /** Of one part, as soon as it is large. Deflate can't do more than 1032. */
    ratio: 250,
    ratioFromBytes: mebibyte,
  },
  /** Bytes of the parts that are read, inflated. */
  part: { directory: mebibyte / 2, styles: 12 * mebibyte, strings: 6 * mebibyte, sheet: 12 * mebibyte },
  /** Of cells, and of numbers: as many as Excel has. */
  formats: 65_490,
  sheets: 20,
  /** Rows above the header: a title, a date, whose list it is. */
  linesAbove: 10,
  /** Cells with something in them. */
  cells: 120_000,
  /** Characters of a cell that still may be what a column asks for, and what is kept of one that has more. */
  text: { length: 1000, begin: 400 },
  /** Characters of all cells together, as often as each stands there: as many as a text file can have. */
  characters: 4 * mebibyte,
  mergedRanges: 10_000,
  mergedCells: 100_000,
  /** Characters of a text file's record, and its separators in all. */
  recordLength: 65_536,
  separators: 1_000_000,
  /** Records of a text file, blank ones included. */
  records: 100_000,
  /** A row number that Excel can show. */
  lastRow: 1_048_576,
} as const;

/** A file that isn't read, and why; `row` is where reading ended, if that is known. */
export class FileRefused extends Error {
  override readonly name: string = 'FileRefused';
  readonly code: FileProblem;
  readonly row: number | undefined;

  constructor(code: FileProblem, { cause, row }: { cause?: unknown; row?: number } = {}) {
    super(code, { cause });
    this.code = code;
    // What comes before the first row is in none.
    this.row = row !== undefined && row >= 1 ? row : undefined;
  }
}

/** What reading and judging a file comes to. `row`: where it ended, if that is known; `cause`: what went wrong that shouldn't. */
export type Reading<Result> =
  | { readonly result: Result }
  | { readonly refused: FileProblem; readonly row?: number; readonly cause?: string };

/** Whatever reading throws is a reading too. */
export const readingOf = async <Result>(read: () => Promise<Result>): Promise<Reading<Result>> => {
  try {
    return { result: await read() };
  } catch (error) {
    if (error instanceof FileRefused)
      return { refused: error.code, ...(error.row !== undefined && { row: error.row }) };
    // What nobody has thought of is still a file that can't be read; the cause goes to the log.
    return {
      refused: 'FileDamaged',
      cause: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
};
