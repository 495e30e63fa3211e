import { bounds } from './bounds.ts';
import { decodeText } from './decode-text.ts';
import { FileRefused } from './refusal.ts';
import type { Cell, Row } from './table.ts';
import { isBlank, textCell } from './table.ts';
import { readRecords } from './text-records.ts';

const delimiters = [';', ',', '\t'] as const;

/** Excel's own way to say it, in a line that it doesn't show. */
const declaration = /^sep=(.)(?:\r\n|\n|\r)/i;

/** How often a text occurs in another. */
const countOf = (text: string, searched: string): number => {
  let count = 0;
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + searched.length)) count += 1;
  return count;
};

/** Longer than a hundred headers. */
const longestHeader = 20_000;

/** The header without what stands in quotation marks: it ends where a line ends outside of them. */
const headerOf = (text: string): string => {
  const begin = /[^\s;,]/.exec(text)?.index ?? 0;
  const unquoted = text
    .slice(begin, begin + longestHeader)
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
  return /^[^\r\n]*/.exec(unquoted)?.[0] ?? '';
};

/** What separates the cells, and the text without the line that may say so. Else the header tells: none of its names has one of these in it. */
const findDelimiter = (text: string): { readonly delimiter: string; readonly body: string } => {
  const declared = declaration.exec(text);
  if (declared) return { delimiter: declared[1] ?? ',', body: text.slice(declared[0].length) };
  const header = headerOf(text);
  const [delimiter = ','] = delimiters.toSorted((one, other) => countOf(header, other) - countOf(header, one));
  return { delimiter, body: text };
};

// What begins a formula, also in the wide forms that Asian keyboards type.
const trigger = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;

// What begins with an apostrophe otherwise is a word's own: 'n, 't.
const guardInFront = new RegExp(
  String.raw`^'(?=["\s]*'*${trigger}|[\t\r\n']|[^\d]*\d|(?:true|false|wahr|falsch|vrai|faux)$)`,
  'iu',
);

// Looks back from the apostrophe: from every separator onwards, a text of nothing but tabs would take ages.
const guardWithin = new RegExp(String.raw`'(?<=[,;|\t\r\n]["\s]*')(?='*${trigger})`, 'gu');

/**
 * A text of a file without types, without the apostrophes that guard it: the portal's own CSV files have one before whatever
 * a spreadsheet would compute, shorten or take for a date (web/ui/export/plain-text.ts), and people type one for the same reason.
 */
const unguarded = (text: string): string =>
  text.includes("'") ? text.replace(guardInFront, '').replaceAll(guardWithin, '') : text;

/** What a cell holds. ="0045…" is how programs keep Excel from making numbers of codes. */
const cellOf = (text: string): Cell =>
  textCell(text.startsWith('="') ? (/^="([^"]*)"$/.exec(text)?.[1] ?? text) : unguarded(text));

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
export const readText = (bytes: Uint8Array): { readonly rows: Row[] } => {
  const { delimiter, body: whole } = findDelimiter(decodeText(bytes));
  const body = withoutBlankEnd(whole, delimiter);
  if (countOf(body, delimiter) > bounds.separators) throw new FileRefused('FileTooLarge');
  const rows: Row[] = [];
  let records = 0;

  readRecords(body, delimiter, (record) => {
    records += 1;
    if (records > bounds.records) throw new FileRefused('FileTooLarge', { row: records });
    const length = record.findLastIndex((text) => !isBlank(text)) + 1;
    if (length === 0) return;
    if (length > bounds.columns || rows.length > bounds.rows) throw new FileRefused('FileTooLarge', { row: records });
    if (record.some((text) => hasSwallowed(text, delimiter, rows[0]?.cells.length ?? 0)))
      throw new FileRefused('FileDamaged', { row: records });
    rows.push({ number: records, cells: record.slice(0, length).map(cellOf) });
  });
  return { rows };
};
