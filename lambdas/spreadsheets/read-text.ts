import { bounds, FileRefused } from './bounds.ts';
import type { Spelling } from './charset.ts';
import { decodeAs, likelyCharsets } from './charset.ts';
import { mayBeEncodedTwice } from './encoded-twice.ts';
import { withFarCell } from './far-cells.ts';
import { countOf, fewestInHeader, findDelimiter } from './find-delimiter.ts';
import { singleRecord } from './lumped-lines.ts';
import { isOtherText } from './other-texts.ts';
import type { FarCells, Row, Table } from './table.ts';
import { filledLength, textFileCell } from './table.ts';
import { readRecords } from './text-records.ts';

const decode = (bytes: Uint8Array, label: string) => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** UTF-8 that was damaged is told from another character set by what is left of it. */
const isDamagedUtf8 = (bytes: Uint8Array) => {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.match(/\uFFFD/g)?.length ?? 0;
  const right = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return right > wrong;
};

// Pictures, archives and programs have these in plenty; a label's scanner may leave one in a cell.
const isBinary = (text: string) => text.includes('\0') || (text.match(/[^\P{Cc}\s]/gu)?.length ?? 0) * 50 > text.length;

const withMark = (bytes: Uint8Array) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
};

type Decoded = { readonly text: string; readonly spellings: readonly Spelling[] };

const decodeByte = (bytes: Uint8Array): Decoded => {
  const spellings = likelyCharsets(bytes);
  return { text: decodeAs(spellings[0]?.charset ?? 'windows-1252', bytes), spellings };
};

/** UTF-8 or UTF-16 with a mark, UTF-8 without, or one of Excel's character sets. Throws FileRefused. */
const decodeText = (bytes: Uint8Array): Decoded => {
  const mark = withMark(bytes);
  const unicode = decode(bytes, mark ?? 'utf-8');
  if (unicode === undefined && (mark || isDamagedUtf8(bytes))) throw new FileRefused('FileDamaged');
  const { text, spellings } = unicode === undefined ? decodeByte(bytes) : { text: unicode, spellings: [] };
  if (isBinary(text) || isOtherText(text)) throw new FileRefused('FileWrongType');
  return { text, spellings: spellings.length > 1 ? spellings : [] };
};

/** A quotation mark that nobody closed takes the following rows into its cell. */
const hasSwallowed = (text: string, delimiter: string, columns: number) =>
  (text.includes('\n') || text.includes('\r')) &&
  (text.split(/[\r\n]+/).some((line) => line.split(delimiter).length >= Math.max(3, columns)) ||
    countOf(text, delimiter) >= Math.max(2, columns - 1)) &&
  // A line that stands in one cell has its own quotation marks around a line break.
  singleRecord(text, delimiter)?.length !== columns;

/** Without the blank lines at its end: a spreadsheet may have written hundreds of thousands of them. */
const withoutBlankEnd = (text: string, delimiter: string): string => {
  let end = text.length;
  while (end > 0 && (/\s/.test(text.charAt(end - 1)) || text.charAt(end - 1) === delimiter)) end -= 1;
  // The last row keeps its blanks.
  const rest = text.slice(end).search(/[\r\n]/);
  return rest < 0 ? text : text.slice(0, end + rest);
};

const farCellsOf = (row: number, record: readonly string[]) => {
  let far: FarCells = { count: 0, named: [] };
  for (let index = bounds.columns; index < record.length; index += 1)
    far = withFarCell(far, { row, column: index + 1 }, textFileCell(record[index] ?? '')) ?? far;
  return far;
};

type TextTable = Pick<Table, 'spellings' | 'isEncodedOnce'> & { readonly rows: Row[] };

/** The rows of a text file that hold something, numbered as Excel would show them: a line break within quotation marks makes no row. Throws FileRefused. */
export const readText = (bytes: Uint8Array): TextTable => {
  const { text: decoded, spellings } = decodeText(bytes);
  const { delimiter, body: whole } = findDelimiter(decoded);
  const body = withoutBlankEnd(whole, delimiter);
  if (countOf(body, delimiter) > bounds.separators) throw new FileRefused('FileTooLarge');
  const rows: Row[] = [];
  let records = 0;
  let columns = 0;

  readRecords(body, delimiter, (record, hasQuoted) => {
    records += 1;
    if (records > bounds.records) throw new FileRefused('FileTooLarge', { row: records });
    const length = filledLength(record);
    if (length === 0) return;
    if (rows.length > bounds.rows) throw new FileRefused('FileTooLarge', { row: records });
    if (hasQuoted && record.some((text) => hasSwallowed(text, delimiter, columns)))
      throw new FileRefused('FileDamaged', { row: records });
    // The header's, which isn't the first row below a title.
    if (columns <= fewestInHeader) columns = Math.max(columns, length);
    const isWide = length > bounds.columns;
    const filled = isWide ? filledLength(record.slice(0, bounds.columns)) : length;
    const cells = record.slice(0, filled).map(textFileCell);
    rows.push({ number: records, cells, ...(isWide && { far: farCellsOf(records, record) }) });
  });
  return { rows, spellings, isEncodedOnce: !mayBeEncodedTwice(body) };
};
