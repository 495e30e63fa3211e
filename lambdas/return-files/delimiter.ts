import { countOf } from './count-of.ts';

const delimiters = [';', ',', '\t'] as const;

/** Excel's own way to say it, in a line that it doesn't show. */
const declaration = /^sep=(.)(?:\r\n|\n|\r)/i;

/** What separates the cells, and the text without the line that may say so. Else the header tells: none of its names has one of these in it. */
export const findDelimiter = (text: string): { readonly delimiter: string; readonly body: string } => {
  const declared = declaration.exec(text);
  if (declared) return { delimiter: declared[1] ?? ',', body: text.slice(declared[0].length) };
  const header = /[^\s;,][^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const [delimiter = ','] = delimiters.toSorted((one, other) => countOf(header, other) - countOf(header, one));
  return { delimiter, body: text };
};
