/** What exports of databases and of data tools write where there is nothing. */
const nullWords: ReadonlySet<string> = new Set(
  String.raw`null (null) <null> [null] {null} \n \\n nil none nan n/a na <na> undefined`.split(' '),
);

/** Whether a text says that there is nothing: NULL, \N, None. */
export const isNullWord = (text: string): boolean => text.length <= 9 && nullWords.has(text.toLowerCase());
