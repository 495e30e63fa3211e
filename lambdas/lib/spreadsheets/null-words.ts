/** Null markers in exports of databases and data tools. */
const nullWords: ReadonlySet<string> = new Set(
  String.raw`null (null) <null> [null] {null} \n \\n nil none nan n/a na <na> undefined`.split(' '),
);

/** Checks whether a text is a null marker such as NULL, \N or None. */
export const isNullWord = (text: string): boolean => text.length <= 9 && nullWords.has(text.toLowerCase());
