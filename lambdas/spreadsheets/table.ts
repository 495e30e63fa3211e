import type { CalendarDate } from '#shared/dates.ts';
import { meantText } from '#shared/plain-text.ts';
import { bounds, FileRefused } from './bounds.ts';
import type { Spelling } from './charset.ts';

/** What a cell holds, as a form sees it. A number is Excel's own; text files have texts only, whatever they say. */
export type Cell =
  | null
  | string
  | number
  | boolean
  | { readonly kind: 'date'; readonly date: CalendarDate }
  /** Nobody typed its result: `shown` is what the program that saved it saw there, if it says; '' where that was nothing. */
  | { readonly kind: 'formula'; readonly shown?: string }
  /** A number that shows as something else: in thousands, with letters, in scientific notation. */
  | { readonly kind: 'formatted'; readonly value: number }
  /** A text that is too long for any column, and how it begins. */
  | { readonly kind: 'long'; readonly begin: string }
  | { readonly kind: 'error'; readonly text: string };

/** Cells of a row that stand right of all columns that are read: how many, and the first of them by their addresses. */
export type FarCells = {
  readonly count: number;
  readonly named: readonly { readonly cell: string; readonly text: string }[];
};

/** A row with the number that Excel shows; blank cells at its end are left out. */
export type Row = { readonly number: number; readonly cells: readonly Cell[]; readonly far?: FarCells };

export type Table = {
  readonly header: Row;
  readonly rows: readonly Row[];
  /** Those that hold something too, and weren't read: visible ones, and hidden ones in front of them. */
  readonly otherSheets: readonly string[];
  /** Rows that were read although the sheet hides them. */
  readonly hiddenRows: readonly number[];
  /** Of a text whose character set isn't sure, what each would make of it: the first was taken. */
  readonly spellings: readonly Spelling[];
  /** Whether it comes from a text file, whose numbers may have lost the zeros in front of them when a spreadsheet saved it. */
  readonly isText?: boolean;
  /** Set where the whole text is known to hold nothing that was encoded twice. */
  readonly isEncodedOnce?: boolean;
};

/** What nobody can see, which some programs leave behind at a file's end. */
const unseen = /^[\s\p{Cf}\p{Cc}]*$/u;

// Asked of every cell, most of which begin with a letter or a digit.
const isUnseen = (text: string) => {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && unseen.test(text);
};

export const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && isUnseen(cell));

/** Counts a row's cells up to the last that holds something. */
export const filledLength = (cells: readonly Cell[]): number => cells.findLastIndex((cell) => !isBlank(cell)) + 1;

/** The cell that a text is: a blank one holds nothing, and of one longer than any column asks for the beginning stays, however often the file repeats it. */
export const textCell = (text: string, longest: number = bounds.text.length): Cell => {
  if (isBlank(text)) return null;
  return text.length > longest ? { kind: 'long', begin: text.slice(0, bounds.text.begin) } : text;
};

/** Reads a cell of a text file. Programs write ="0045…" to keep Excel from making numbers of codes. */
export const textFileCell = (text: string): Cell =>
  textCell(text.startsWith('="') ? (/^="([^"]*)"$/.exec(text)?.[1] ?? text) : meantText(text));

type Rows = Partial<Table> & Pick<Table, 'rows'>;

// The other cells are short.
const lengthOf = (cell: Cell) => {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' && cell?.kind === 'formula' ? (cell.shown?.length ?? 0) : 0;
};
const charactersOf = ({ cells }: Row) => cells.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);

// Within the reading thread cells share a text; whoever it is handed to gets one for each.
const refuseTooMuch = (rows: readonly Row[]) => {
  let characters = 0;
  for (const row of rows) {
    characters += charactersOf(row);
    if (characters > bounds.characters) throw new FileRefused('FileTooLarge', { row: row.number });
  }
};

/** The table out of the rows that hold something. Throws FileRefused when there are none, or when they hold too much. */
export const tableOf = (given: Rows): Table => {
  const { rows, otherSheets = [], hiddenRows = [], spellings = [], isText = false, isEncodedOnce = false } = given;
  const [header, ...body] = rows;
  if (!header) throw new FileRefused('FileEmpty');
  refuseTooMuch(rows);
  return { header, rows: body, otherSheets, hiddenRows, spellings, isText, isEncodedOnce };
};

/** Excel keeps fifteen digits of a number and shows the rest as zeros. */
const exactDigits = 15;

/** The noise that a sum or a division leaves behind the fifteenth digit isn't shown, and doesn't count. */
const numberText = (value: number) => String(Number(value.toPrecision(exactDigits)));

/** What a cell shows, about; empty for a blank one. */
export const cellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell.kind === 'date') return cell.date;
  if (cell.kind === 'formatted') return numberText(cell.value);
  if (cell.kind === 'long') return `${cell.begin}…`;
  return cell.kind === 'formula' ? (cell.shown ?? '') : cell.text;
};

/** A text of a file for a report: cut, and of signs that can be seen. */
export const shownText = (text: string, length: number): string =>
  text
    .slice(0, 2 * length)
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, length);

/** 4.54965E+12 and 4,54965E+12: what is left of a code once a spreadsheet has taken it for a number and shortened it. */
const isScientific = (text: string) => /^[+-]?\d{1,15}(?:[.,]\d{1,15})?E\+?\d{1,3}$/i.test(text) && /[.,+]/.test(text);

/** Texts that spreadsheets in the portal's languages show where a formula fails. */
const errorTexts: ReadonlySet<string> = new Set(
  [
    '#N/A #NAME? #NULL! #NUM! #REF! #VALUE! #DIV/0! #SPILL! #CALC! #FIELD!',
    '#NV #ZAHL! #BEZUG! #WERT! #ÜBERLAUF! #KALK! #FELD!',
    '#NOM? #NUL! #NOMBRE! #VALEUR! #PROPAGATION! #CALCUL! #CHAMP!',
  ].flatMap((texts) => texts.split(' ')),
);

/** A text file and a pasted table have an error as the text that showed. */
const isErrorText = (text: string) =>
  text.startsWith('#') ? errorTexts.has(text.toUpperCase()) || /^#{3,}$/.test(text) : /^Err:\d{3}$/.test(text);

/** Why it isn't known any more what somebody typed into a cell: `notText` is a date, a truth value or a number that shows as something else by now, `numberMangled` a number without its end. */
export type LostText = 'formula' | 'errorValue' | 'notText' | 'numberMangled' | 'tooLong';

/** What somebody typed into a cell for text, trimmed; or why that isn't known any more. */
export const typedText = (cell: Cell | undefined): { readonly text: string } | { readonly wrong: LostText } => {
  if (typeof cell === 'object' && cell !== null) {
    if (cell.kind === 'formula') return { wrong: 'formula' };
    if (cell.kind === 'long') return { wrong: 'tooLong' };
    return { wrong: cell.kind === 'error' ? 'errorValue' : 'notText' };
  }
  if (typeof cell === 'boolean') return { wrong: 'notText' };
  if (typeof cell === 'number' && Math.abs(cell) >= 10 ** exactDigits) return { wrong: 'numberMangled' };
  const text = cellText(cell).trim().normalize('NFC');
  if (isErrorText(text)) return { wrong: 'errorValue' };
  return isScientific(text) ? { wrong: 'numberMangled' } : { text };
};

/** The same function, memoized: asked once for each value, since rows of a file repeat themselves. */
export const memoize = <Key, Value>(ask: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, { readonly key: Key; readonly value: Value }>();
  // Most often the row above holds the same, and comparing two texts is quicker than looking one up.
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) {
      last = known.get(key) ?? { key, value: ask(key) };
      known.set(key, last);
    }
    return last.value;
  };
};
