/** Words for nothing in exports of databases and of data tools. */
const nullWords: ReadonlySet<string> = new Set(
  String.raw`null (null) <null> [null] {null} \n \\n nil none nan n/a na <na> undefined`.split(' '),
);

/** Tells whether a text says that there is nothing: NULL, \N, None. */
export const isNullWord = (text: string): boolean => text.length <= 9 && nullWords.has(text.toLowerCase());
