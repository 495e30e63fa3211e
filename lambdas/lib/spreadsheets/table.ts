import type { CalendarDate } from '#shared/dates/dates.ts';
import { unescapeCsvCell } from '#shared/text/csv-cell.ts';
import { bounds, FileRejectedError } from './bounds.ts';
import type { EncodingSample } from './charset.ts';

/** Content of a cell as a form would see it. Numbers come from workbooks only; text files have texts only. */
export type Cell =
  | null
  | string
  | number
  | boolean
  | { readonly kind: 'date'; readonly date: CalendarDate }
  /** A formula: `shown` is the result that the saving program stored, if any; '' for an empty result. */
  | { readonly kind: 'formula'; readonly shown?: string }
  /** A number that is displayed differently, for example in thousands, with letters or in scientific notation. */
  | { readonly kind: 'formatted'; readonly value: number }
  /** A text too long for any column, and its beginning. */
  | { readonly kind: 'long'; readonly begin: string }
  | { readonly kind: 'error'; readonly text: string };

/** Cells of a row beyond the last column that is read: their number, and the first of them, named by their addresses. */
export type FarCells = {
  readonly count: number;
  readonly named: readonly { readonly cell: string; readonly text: string }[];
};

/** Row with the number that Excel shows, without trailing blank cells. */
export type Row = { readonly number: number; readonly cells: readonly Cell[]; readonly far?: FarCells };

export type Table = {
  readonly header: Row;
  readonly rows: readonly Row[];
  /** Other sheets with content that weren't read: visible ones, and hidden ones before them. */
  readonly otherSheets: readonly string[];
  /** Numbers of rows that were read although the sheet hides them. */
  readonly hiddenRows: readonly number[];
  /** Readings of sample words if the character set is uncertain; the first was used. */
  readonly spellings: readonly EncodingSample[];
  /** Set for text files, whose numbers may have lost leading zeros when a spreadsheet saved them. */
  readonly isTextFile?: boolean;
  /** Set if the whole text is known to contain no double-encoded characters. */
  readonly hasNoDoubleEncoding?: boolean;
};

/** Invisible characters, which some programs leave at the end of a file. */
const invisibleCharacters = /^[\s\p{Cf}\p{Cc}]*$/u;

// Runs for every cell; most start with a letter or a digit and skip the regular expression.
const isInvisible = (text: string) => {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && invisibleCharacters.test(text);
};

export const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && isInvisible(cell));

/** Counts a row's cells up to the last non-blank one. */
export const countFilledCells = (cells: readonly Cell[]): number => cells.findLastIndex((cell) => !isBlank(cell)) + 1;

/** Converts a text to a cell: null if blank, only the beginning if it is longer than any column accepts. */
export const toTextCell = (text: string, maxTextLength: number = bounds.text.length): Cell => {
  if (isBlank(text)) return null;
  return text.length > maxTextLength ? { kind: 'long', begin: text.slice(0, bounds.text.begin) } : text;
};

/** Converts a cell of a text file. Some programs write ="0045…" so that Excel keeps a code as text. */
export const toTextFileCell = (text: string): Cell =>
  toTextCell(text.startsWith('="') ? (/^="([^"]*)"$/.exec(text)?.[1] ?? text) : unescapeCsvCell(text));

type TableInput = Partial<Table> & Pick<Table, 'rows'>;

// All other cells are short.
const countCellCharacters = (cell: Cell) => {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' && cell?.kind === 'formula' ? (cell.shown?.length ?? 0) : 0;
};
const countRowCharacters = ({ cells }: Row) => cells.reduce<number>((sum, cell) => sum + countCellCharacters(cell), 0);

// Cells share texts within the worker thread, but posting the table to another thread copies each, so that the sum is limited.
const assertWithinBounds = (rows: readonly Row[]) => {
  let characters = 0;
  for (const row of rows) {
    characters += countRowCharacters(row);
    if (characters > bounds.characters) throw new FileRejectedError('FileTooLarge', { row: row.number });
  }
};

/** Builds a table from the non-blank rows. Throws FileRejectedError if there are none or they hold too much. */
export const createTable = (input: TableInput): Table => {
  const {
    rows,
    otherSheets = [],
    hiddenRows = [],
    spellings = [],
    isTextFile = false,
    hasNoDoubleEncoding = false,
  } = input;
  const [header, ...body] = rows;
  if (!header) throw new FileRejectedError('FileEmpty');
  assertWithinBounds(rows);
  return { header, rows: body, otherSheets, hiddenRows, spellings, isTextFile, hasNoDoubleEncoding };
};

/** Excel keeps fifteen digits of a number and shows the rest as zeros. */
const exactDigits = 15;

/** Drops floating-point noise after the fifteenth digit, which Excel doesn't show. */
const formatNumber = (value: number) => String(Number(value.toPrecision(exactDigits)));

/** Returns roughly what a cell shows; empty for a blank one. */
export const toCellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return formatNumber(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell.kind === 'date') return cell.date;
  if (cell.kind === 'formatted') return formatNumber(cell.value);
  if (cell.kind === 'long') return `${cell.begin}…`;
  return cell.kind === 'formula' ? (cell.shown ?? '') : cell.text;
};

/** Shortens a text of a file for a report and removes invisible characters. */
export const toReportText = (text: string, length: number): string =>
  text
    .slice(0, 2 * length)
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, length);

/**
 * Detects scientific notation such as 4.54965E+12 or 4,54965E+12, to which a spreadsheet shortens a code that it takes
 * for a number.
 */
const isScientific = (text: string) => /^[+-]?\d{1,15}(?:[.,]\d{1,15})?E\+?\d{1,3}$/i.test(text) && /[.,+]/.test(text);

/** Error values of spreadsheets in the portal's languages. */
const errorTexts: ReadonlySet<string> = new Set(
  [
    '#N/A #NAME? #NULL! #NUM! #REF! #VALUE! #DIV/0! #SPILL! #CALC! #FIELD!',
    '#NV #ZAHL! #BEZUG! #WERT! #ÜBERLAUF! #KALK! #FELD!',
    '#NOM? #NUL! #NOMBRE! #VALEUR! #PROPAGATION! #CALCUL! #CHAMP!',
  ].flatMap((texts) => texts.split(' ')),
);

/** Text files and pasted tables have an error value as plain text. */
const isErrorText = (text: string) =>
  text.startsWith('#') ? errorTexts.has(text.toUpperCase()) || /^#{3,}$/.test(text) : /^Err:\d{3}$/.test(text);

/**
 * Why the typed text of a cell is lost: `notText` is a date, a boolean or a number that is displayed differently;
 * `numberMangled` is a number that lost its last digits.
 */
export type LostTextReason = 'formula' | 'errorValue' | 'notText' | 'numberMangled' | 'tooLong';

/** Returns the trimmed text that was typed into a cell, or why it is lost. */
export const readTypedText = (
  cell: Cell | undefined,
): { readonly text: string } | { readonly wrong: LostTextReason } => {
  if (typeof cell === 'object' && cell !== null) {
    if (cell.kind === 'formula') return { wrong: 'formula' };
    if (cell.kind === 'long') return { wrong: 'tooLong' };
    return { wrong: cell.kind === 'error' ? 'errorValue' : 'notText' };
  }
  if (typeof cell === 'boolean') return { wrong: 'notText' };
  if (typeof cell === 'number' && Math.abs(cell) >= 10 ** exactDigits) return { wrong: 'numberMangled' };
  const text = toCellText(cell).trim().normalize('NFC');
  if (isErrorText(text)) return { wrong: 'errorValue' };
  return isScientific(text) ? { wrong: 'numberMangled' } : { text };
};

/** Memoizes a function by its argument, since rows of a file repeat values. */
export const memoize = <Key, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const cache = new Map<Key, { readonly key: Key; readonly value: Value }>();
  // The row above usually has the same value, and comparing is faster than a lookup.
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) {
      last = cache.get(key) ?? { key, value: compute(key) };
      cache.set(key, last);
    }
    return last.value;
  };
};
