import { meantText } from '#shared/plain-text.ts';
import { bounds, FileRefused } from './bounds.ts';
import type { Spelling } from './charset.ts';
import { decodeAs, likelyCharsets } from './charset.ts';
import type { Cell, Row } from './table.ts';
import { isBlank, textCell } from './table.ts';
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

const isMarkup = (text: string) => /^\s*(<|%PDF|\{\\rtf)/.test(text.slice(0, 1000));

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
  if (isBinary(text) || isMarkup(text)) throw new FileRefused('FileWrongType');
  return { text, spellings: spellings.length > 1 ? spellings : [] };
};

const delimiters = [';', ',', '\t'] as const;

/** Excel's own way to say it, in a line that it doesn't show. */
const declaration = /^sep=(.)(?:\r\n|\n|\r)/i;

const countOf = (text: string, searched: string): number => {
  let count = 0;
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + searched.length)) count += 1;
  return count;
};

/** Longer than some titles and a hundred headers. */
const longestBeginning = 20_000;

/** The first lines without what stands in quotation marks: a line ends where one ends outside of them. */
const firstLines = (text: string): string[] => {
  const begin = /[^\s;,]/.exec(text)?.index ?? 0;
  return text
    .slice(begin, begin + longestBeginning)
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('')
    .split(/\r\n|\n|\r/, bounds.linesAbove + 1);
};

/** Fewer stand in a title's sentence, too. */
const fewestInHeader = 3;

/** What separates the cells, and the text without the line that may say so. Else the header tells, below what may stand above it: none of its names has one of these in it. */
const findDelimiter = (text: string): { readonly delimiter: string; readonly body: string } => {
  const declared = declaration.exec(text);
  if (declared) return { delimiter: declared[1] ?? ',', body: text.slice(declared[0].length) };
  const lines = firstLines(text);
  const isHeader = (line: string) => delimiters.some((delimiter) => countOf(line, delimiter) >= fewestInHeader);
  const header = lines.find(isHeader) ?? lines[0] ?? '';
  const [delimiter = ','] = delimiters.toSorted((one, other) => countOf(header, other) - countOf(header, one));
  return { delimiter, body: text };
};

/** What a cell holds. ="0045…" is how programs keep Excel from making numbers of codes. */
const cellOf = (text: string): Cell =>
  textCell(text.startsWith('="') ? (/^="([^"]*)"$/.exec(text)?.[1] ?? text) : meantText(text));

/** A quotation mark that nobody closed takes the following rows into its cell. */
const hasSwallowed = (text: string, delimiter: string, columns: number) =>
  (text.includes('\n') || text.includes('\r')) &&
  (text.split(/[\r\n]+/).some((line) => line.split(delimiter).length >= Math.max(3, columns)) ||
    countOf(text, delimiter) >= Math.max(2, columns - 1));

/** Without the blank lines at its end: a spreadsheet may have written hundreds of thousands of them. */
const withoutBlankEnd = (text: string, delimiter: string): string => {
  let end = text.length;
  while (end > 0 && (/\s/.test(text.charAt(end - 1)) || text.charAt(end - 1) === delimiter)) end -= 1;
  // The last row keeps its blanks.
  const rest = text.slice(end).search(/[\r\n]/);
  return rest < 0 ? text : text.slice(0, end + rest);
};

/** The rows of a text file that hold something, numbered as Excel would show them: a line break within quotation marks makes no row. Throws FileRefused. */
export const readText = (bytes: Uint8Array): { readonly rows: Row[]; readonly spellings: readonly Spelling[] } => {
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
    const length = record.findLastIndex((text) => !isBlank(text)) + 1;
    if (length === 0) return;
    if (length > bounds.columns || rows.length > bounds.rows) throw new FileRefused('FileTooLarge', { row: records });
    if (hasQuoted && record.some((text) => hasSwallowed(text, delimiter, columns)))
      throw new FileRefused('FileDamaged', { row: records });
    // The header's, which isn't the first row below a title.
    if (columns <= fewestInHeader) columns = Math.max(columns, length);
    rows.push({ number: records, cells: record.slice(0, length).map(cellOf) });
  });
  return { rows, spellings };
};
