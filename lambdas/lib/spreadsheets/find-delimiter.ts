import { bounds } from './bounds.ts';

const delimiters = [';', ',', '\t'] as const;

/** Excel's separator declaration, in a line that Excel doesn't show. */
const separatorDeclaration = /^sep=(.)(?:\r\n|\n|\r)/i;

export const countOccurrences = (text: string, search: string): number => {
  let count = 0;
  for (let index = text.indexOf(search); index !== -1; index = text.indexOf(search, index + search.length)) count += 1;
  return count;
};

/** Enough for several title lines and a hundred headers. */
const maxSampleCharacters = 20_000;

/** Returns the first lines without quoted parts, so that line breaks within quotation marks don't count. */
const readFirstLines = (text: string): string[] => {
  const begin = /[^\s;,]/.exec(text)?.index ?? 0;
  return text
    .slice(begin, begin + maxSampleCharacters)
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('')
    .split(/\r\n|\n|\r/, bounds.linesAboveHeader + 1);
};

/** Minimum number of delimiters in a header line; a sentence in a title usually contains fewer. */
export const minHeaderDelimiters = 3;

/**
 * Matches a header line of quoted names that was itself quoted as one cell, which doubles the inner quotation marks.
 */
const quotedHeader = /^\s*"[^"\r\n]*[;,\t]""/;

/**
 * Returns the separator of a file whose every line is one quoted cell: the one that pads the rows or, without padding,
 * the one that the inner lines don't use.
 */
const findDelimiterAroundLines = (text: string, padding: string): string => {
  const begin = text.slice(0, maxSampleCharacters);
  return (
    delimiters.find((delimiter) => padding.startsWith(delimiter)) ??
    (countOccurrences(begin, ';') > countOccurrences(begin, ',') ? ',' : ';')
  );
};

/** Checks whether a line in a single cell is padded to the sheet's width with this separator. */
const isPadding = (line: string, delimiter: string): boolean => {
  let end = line.length;
  while (line.charAt(end - 1) === delimiter) end -= 1;
  return end < line.length && !line.slice(0, end).includes(delimiter);
};

/**
 * Returns the delimiter, and the text without a `sep=` line. Without a declaration, the header row decides, since its
 * names contain none of the delimiters.
 */
export const findDelimiter = (text: string): { readonly delimiter: string; readonly body: string } => {
  const declared = separatorDeclaration.exec(text);
  if (declared) return { delimiter: declared[1] ?? ',', body: text.slice(declared[0].length) };
  const lines = readFirstLines(text);
  if (quotedHeader.test(text)) return { delimiter: findDelimiterAroundLines(text, lines[0] ?? ''), body: text };
  const isHeader = (line: string) =>
    delimiters.some((delimiter) => countOccurrences(line, delimiter) >= minHeaderDelimiters);
  const header = lines.find(isHeader) ?? lines[0] ?? '';
  const [likeliest = ','] = delimiters.toSorted((a, b) => countOccurrences(header, b) - countOccurrences(header, a));
  return { delimiter: delimiters.find((delimiter) => isPadding(header, delimiter)) ?? likeliest, body: text };
};
