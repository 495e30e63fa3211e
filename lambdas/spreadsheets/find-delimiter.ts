import { bounds } from './bounds.ts';

const delimiters = [';', ',', '\t'] as const;

/** Excel's own way to say it, in a line that it doesn't show. */
const declaration = /^sep=(.)(?:\r\n|\n|\r)/i;

export const countOf = (text: string, searched: string): number => {
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
export const fewestInHeader = 3;

/** A header of quoted names that stands in one quoted cell: the marks of the second name are doubled. */
const quotedHeader = /^\s*"[^"\r\n]*[;,\t]""/;

/** Returns the separator of a file whose lines stand in one quoted cell each: the one that fills up their rows, or else the one that doesn't separate the line within. */
const aroundLines = (text: string, padding: string): string => {
  const begin = text.slice(0, longestBeginning);
  return (
    delimiters.find((delimiter) => padding.startsWith(delimiter)) ??
    (countOf(begin, ';') > countOf(begin, ',') ? ',' : ';')
  );
};

/** Tells whether a line that stands in one cell is filled up to the width of its sheet with this separator. */
const isPadding = (line: string, delimiter: string): boolean => {
  let end = line.length;
  while (line.charAt(end - 1) === delimiter) end -= 1;
  return end < line.length && !line.slice(0, end).includes(delimiter);
};

/** What separates the cells, and the text without the line that may say so. Else the header tells, below what may stand above it: none of its names has one of these in it. */
export const findDelimiter = (text: string): { readonly delimiter: string; readonly body: string } => {
  const declared = declaration.exec(text);
  if (declared) return { delimiter: declared[1] ?? ',', body: text.slice(declared[0].length) };
  const lines = firstLines(text);
  if (quotedHeader.test(text)) return { delimiter: aroundLines(text, lines[0] ?? ''), body: text };
  const isHeader = (line: string) => delimiters.some((delimiter) => countOf(line, delimiter) >= fewestInHeader);
  const header = lines.find(isHeader) ?? lines[0] ?? '';
  const [likeliest = ','] = delimiters.toSorted((one, other) => countOf(header, other) - countOf(header, one));
  return { delimiter: delimiters.find((delimiter) => isPadding(header, delimiter)) ?? likeliest, body: text };
};
