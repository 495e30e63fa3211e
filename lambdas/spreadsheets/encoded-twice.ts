import { charsets } from '#shared/spreadsheet.ts';
import type { Encoding } from '#shared/spreadsheet.ts';
import { decodeAs, oddnessOf } from './charset.ts';
import type { Spelling } from './charset.ts';
import type { Cell, Row, Table } from './table.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** The byte of each sign, in each character set that a program may have taken UTF-8 for. */
const bytesBySign = charsets.map((charset) => {
  const signs = [...decodeAs(charset, everyByte)];
  return new Map(signs.map((sign, byte) => [sign, byte]));
});

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** First two bytes of Latin letters and of punctuation in UTF-8. */
const beginnings = [
  { first: [0xc2, 0xc3, 0xc5], second: range(0x80, 0xbf) },
  { first: [0xe2], second: [0x80, 0x82, 0x84] },
];

/** The same two bytes, as each of these character sets shows them. */
const twoBytes = new RegExp(
  bytesBySign
    .flatMap((signs) => {
      const oneOf = (bytes: readonly number[]) =>
        [...signs]
          .filter(([, byte]) => bytes.includes(byte))
          .map(([sign]) => sign)
          .join('');
      return beginnings.map(({ first, second }) => `[${oneOf(first)}][${oneOf(second)}]`);
    })
    .join('|'),
);

/** Tells whether two signs beside each other could be one of UTF-8 that was taken for another character set. */
export const mayBeEncodedTwice = (text: string): boolean => twoBytes.test(text);

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decoded = (text: string, signs: ReadonlyMap<string, number>): string | undefined => {
  const bytes = Array.from(text, (sign) => signs.get(sign));
  if (!bytes.every((byte) => byte !== undefined)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
};

/** A no-break space may be half of a sign. */
const wordsOf = (text: string) => text.split(/[^\S\u00A0]+/);

const oddness = (text: string) => wordsOf(text).reduce((sum, word) => sum + oddnessOf(word), 0);

/** Undoes that UTF-8 was taken for another character set and saved again, perhaps more than once; returns the text itself where that makes nothing better of it. */
const decodedAgain = (text: string): string => {
  if (!mayBeEncodedTwice(text)) return text;
  const before = oddness(text);
  const readings = bytesBySign.flatMap((signs) => decoded(text, signs) ?? []).filter((once) => once !== text);
  const [best] = readings.toSorted((one, other) => oddness(one) - oddness(other));
  return best !== undefined && oddness(best) <= before ? decodedAgain(best) : text;
};

/** Words that a question repeats, and characters of each. */
const shown = { words: 4, length: 40 };

const differentWords = (before: string, after: string) => {
  const words = wordsOf(after);
  return wordsOf(before).flatMap((word, index) => {
    const other = words[index];
    return other === undefined || other === word
      ? []
      : [{ before: word.slice(0, shown.length), after: other.slice(0, shown.length) }];
  });
};

/** The texts of a table that could be encoded twice, with what each would be. */
const twiceEncoded = (rows: readonly Row[]): ReadonlyMap<string, string> => {
  const onceByText = new Map<string, string>();
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (typeof cell === 'string' && mayBeEncodedTwice(cell) && !onceByText.has(cell))
        onceByText.set(cell, decodedAgain(cell));
    }
  }
  return onceByText;
};

/**
 * The table with the second encoding of its texts undone, and what to ask about that: another program has taken UTF-8 for its
 * own character set and saved é as Ã©. `answer` is what somebody has said; a table without such texts is returned as it is.
 */
export const decodeTwice = (table: Table, answer: Encoding | undefined): Table => {
  if (table.isEncodedOnce || (answer !== undefined && answer !== 'utf-8-twice')) return table;
  const onceByText = twiceEncoded([table.header, ...table.rows]);
  if (![...onceByText].some(([before, after]) => oddness(after) < oddness(before))) return table;
  const decodedCell = (cell: Cell): Cell => (typeof cell === 'string' ? (onceByText.get(cell) ?? cell) : cell);
  const decodedRow = (row: Row): Row => ({ ...row, cells: row.cells.map(decodedCell) });
  const words = [...onceByText].flatMap(([before, after]) => differentWords(before, after)).slice(0, shown.words);
  const spellings: Spelling[] = [
    { charset: 'utf-8-twice', words: words.map(({ after }) => after) },
    { charset: 'utf-8', words: words.map(({ before }) => before) },
  ];
  return {
    ...table,
    header: decodedRow(table.header),
    rows: table.rows.map(decodedRow),
    ...(answer === undefined && { spellings }),
  };
};
