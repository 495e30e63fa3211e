import { spreadsheetLimits } from '#shared/spreadsheet.ts';

const mebibyte = 1024 * 1024;

/**
 * What a file may be before it counts as an attack, or as an accident. Beyond any list of a thousand lines, with logos and
 * coloured rows, and so that reading the worst that passes takes well under a second and 128 MB.
 */
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
