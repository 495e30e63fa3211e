import { bounds, FileRejectedError } from './bounds.ts';
import type { EncodingSample } from './charset.ts';
import { decodeAs, findLikelyCharsets } from './charset.ts';
import { mayBeDoubleEncoded } from './double-encoding.ts';
import { addFarCell } from './far-cells.ts';
import { countOccurrences, minHeaderDelimiters, findDelimiter } from './find-delimiter.ts';
import { isNonTabularText } from './non-tabular-text.ts';
import { parseSingleRecord } from './single-cell-lines.ts';
import type { FarCells, Row, Table } from './table.ts';
import { countFilledCells, toTextFileCell } from './table.ts';
import { readRecords } from './text-records.ts';

const tryDecode = (bytes: Uint8Array, label: string) => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Distinguishes damaged UTF-8 from another character set by the share of valid non-ASCII characters. */
const isDamagedUtf8 = (bytes: Uint8Array) => {
  const text = new TextDecoder('utf-8').decode(bytes);
  const invalidCount = text.match(/\uFFFD/g)?.length ?? 0;
  const validCount = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return validCount > invalidCount;
};

// Pictures, archives and programs have many control characters; a bar code scanner may leave one in a cell.
const isBinary = (text: string) => text.includes('\0') || (text.match(/[^\P{Cc}\s]/gu)?.length ?? 0) * 50 > text.length;

const detectByteOrderMark = (bytes: Uint8Array) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
};

/** Text of a file. `spellings` are sample words in each character set that the file may have; empty if there is no doubt. */
type DecodedText = { readonly text: string; readonly spellings: readonly EncodingSample[] };

const decodeSingleByte = (bytes: Uint8Array): DecodedText => {
  const spellings = findLikelyCharsets(bytes);
  return { text: decodeAs(spellings[0]?.charset ?? 'windows-1252', bytes), spellings };
};

/**
 * Decodes UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, or a character set of Excel's. Throws
 * FileRejectedError.
 */
const decodeText = (bytes: Uint8Array): DecodedText => {
  const mark = detectByteOrderMark(bytes);
  const unicodeText = tryDecode(bytes, mark ?? 'utf-8');
  if (unicodeText === undefined && (mark || isDamagedUtf8(bytes))) throw new FileRejectedError('FileDamaged');
  const { text, spellings } =
    unicodeText === undefined ? decodeSingleByte(bytes) : { text: unicodeText, spellings: [] };
  if (isBinary(text) || isNonTabularText(text)) throw new FileRejectedError('FileWrongType');
  return { text, spellings: spellings.length > 1 ? spellings : [] };
};

/** Detects a cell that has swallowed the following rows because its quotation mark is never closed. */
const hasSwallowedRow = (text: string, delimiter: string, columnCount: number) =>
  (text.includes('\n') || text.includes('\r')) &&
  (text.split(/[\r\n]+/).some((line) => line.split(delimiter).length >= Math.max(3, columnCount)) ||
    countOccurrences(text, delimiter) >= Math.max(2, columnCount - 1)) &&
  // A whole line in one cell has its own quotation marks around a line break.
  parseSingleRecord(text, delimiter)?.length !== columnCount;

/** Removes blank lines at the end, of which spreadsheets may write hundreds of thousands. */
const trimBlankEnd = (text: string, delimiter: string): string => {
  let end = text.length;
  while (end > 0 && (/\s/.test(text.charAt(end - 1)) || text.charAt(end - 1) === delimiter)) end -= 1;
  // Keep the trailing blanks of the last row.
  const lineBreakIndex = text.slice(end).search(/[\r\n]/);
  return lineBreakIndex < 0 ? text : text.slice(0, end + lineBreakIndex);
};

const collectFarCells = (row: number, record: readonly string[]) => {
  let far: FarCells = { count: 0, named: [] };
  for (let index = bounds.columns; index < record.length; index += 1)
    far = addFarCell(far, { row, column: index + 1 }, toTextFileCell(record[index] ?? '')) ?? far;
  return far;
};

type TextTable = Pick<Table, 'spellings' | 'hasNoDoubleEncoding'> & { readonly rows: Row[] };

/**
 * Reads the non-blank rows of a text file, numbered as Excel shows them: a line break within quotation marks starts no
 * row. Throws FileRejectedError.
 */
export const readText = (bytes: Uint8Array): TextTable => {
  const { text, spellings } = decodeText(bytes);
  const { delimiter, body: untrimmedBody } = findDelimiter(text);
  const body = trimBlankEnd(untrimmedBody, delimiter);
  if (countOccurrences(body, delimiter) > bounds.separators) throw new FileRejectedError('FileTooLarge');
  const rows: Row[] = [];
  let recordCount = 0;
  let columnCount = 0;

  readRecords(body, delimiter, (record, hasQuoted) => {
    recordCount += 1;
    if (recordCount > bounds.records) throw new FileRejectedError('FileTooLarge', { row: recordCount });
    const length = countFilledCells(record);
    if (length === 0) return;
    if (rows.length > bounds.rows) throw new FileRejectedError('FileTooLarge', { row: recordCount });
    if (hasQuoted && record.some((cell) => hasSwallowedRow(cell, delimiter, columnCount)))
      throw new FileRejectedError('FileDamaged', { row: recordCount });
    // The first row may be a title, so the number of columns grows until a row is as wide as a header.
    if (columnCount <= minHeaderDelimiters) columnCount = Math.max(columnCount, length);
    const isWide = length > bounds.columns;
    const cellCount = isWide ? countFilledCells(record.slice(0, bounds.columns)) : length;
    const cells = record.slice(0, cellCount).map(toTextFileCell);
    rows.push({ number: recordCount, cells, ...(isWide && { far: collectFarCells(recordCount, record) }) });
  });
  return { rows, spellings, hasNoDoubleEncoding: !mayBeDoubleEncoded(body) };
};
