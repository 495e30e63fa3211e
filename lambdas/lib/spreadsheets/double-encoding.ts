import { charsets } from '#shared/text/spreadsheet.ts';
import type { Encoding } from '#shared/text/spreadsheet.ts';
import { decodeAs, rateWordOddness } from './charset.ts';
import type { EncodingSample } from './charset.ts';
import type { Cell, Row, Table } from './table.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Byte value of each character, for every character set that a program may have mistaken UTF-8 for. */
const byteByCharacterMaps = charsets.map((charset) => {
  const characters = [...decodeAs(charset, everyByte)];
  return new Map(characters.map((character, byte) => [character, byte]));
});

const createRange = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** First two bytes of Latin letters and punctuation in UTF-8. */
const byteRanges = [
  { first: [0xc2, 0xc3, 0xc5], second: createRange(0x80, 0xbf) },
  { first: [0xe2], second: [0x80, 0x82, 0x84] },
];

/** Matches two characters that result from decoding two bytes in `byteRanges` with one of `charsets`. */
const doubleEncodedPair = new RegExp(
  byteByCharacterMaps
    .flatMap((byteByCharacter) => {
      const characterClass = (bytes: readonly number[]) =>
        [...byteByCharacter]
          .filter(([, byte]) => bytes.includes(byte))
          .map(([character]) => character)
          .join('');
      return byteRanges.map(({ first, second }) => `[${characterClass(first)}][${characterClass(second)}]`);
    })
    .join('|'),
);

/** Detects two adjacent characters that could be one UTF-8 character decoded with the wrong character set. */
export const mayBeDoubleEncoded = (text: string): boolean => doubleEncodedPair.test(text);

const utf8 = new TextDecoder('utf-8', { fatal: true });

const tryDecode = (text: string, byteByCharacter: ReadonlyMap<string, number>): string | undefined => {
  const bytes = Array.from(text, (character) => byteByCharacter.get(character));
  if (!bytes.every((byte) => byte !== undefined)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
};

/** No-break spaces don't separate words, since one may be half of a double-encoded character. */
const splitWords = (text: string) => text.split(/[^\S\u00A0]+/);

const rateTextOddness = (text: string) => splitWords(text).reduce((sum, word) => sum + rateWordOddness(word), 0);

/** Reverses double encoding, repeatedly if needed; returns the text unchanged if the result would be less plausible. */
const repairText = (text: string): string => {
  if (!mayBeDoubleEncoded(text)) return text;
  const oddnessBefore = rateTextOddness(text);
  const candidates = byteByCharacterMaps
    .flatMap((byteByCharacter) => tryDecode(text, byteByCharacter) ?? [])
    .filter((candidate) => candidate !== text);
  const [best] = candidates.toSorted((a, b) => rateTextOddness(a) - rateTextOddness(b));
  return best !== undefined && rateTextOddness(best) <= oddnessBefore ? repairText(best) : text;
};

/** Maximum number of words that the question to the user shows, and of characters of each. */
const exampleLimits = { words: 4, length: 40 };

const findDifferentWords = (originalText: string, repairedText: string) => {
  const words = splitWords(repairedText);
  return splitWords(originalText).flatMap((word, index) => {
    const repaired = words[index];
    return repaired === undefined || repaired === word
      ? []
      : [{ before: word.slice(0, exampleLimits.length), after: repaired.slice(0, exampleLimits.length) }];
  });
};

/** Maps each possibly double-encoded text of the rows to its repaired form. */
const findDoubleEncodedTexts = (rows: readonly Row[]): ReadonlyMap<string, string> => {
  const repairedByText = new Map<string, string>();
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (typeof cell === 'string' && mayBeDoubleEncoded(cell) && !repairedByText.has(cell))
        repairedByText.set(cell, repairText(cell));
    }
  }
  return repairedByText;
};

/**
 * Repairs double-encoded texts of a table (é saved as Ã©) and adds the question about them (`spellings`). `answer` is the
 * user's answer, if any; a table without such texts is returned unchanged.
 */
export const repairDoubleEncoding = (table: Table, answer: Encoding | undefined): Table => {
  // A text with an uncertain single-byte character set isn't checked for double encoding.
  if (table.spellings.length > 0) return table;
  if (table.hasNoDoubleEncoding || (answer !== undefined && answer !== 'utf-8-twice')) return table;
  const repairedByText = findDoubleEncodedTexts([table.header, ...table.rows]);
  if (![...repairedByText].some(([before, after]) => rateTextOddness(after) < rateTextOddness(before))) return table;
  const repairCell = (cell: Cell): Cell => (typeof cell === 'string' ? (repairedByText.get(cell) ?? cell) : cell);
  const repairRow = (row: Row): Row => ({ ...row, cells: row.cells.map(repairCell) });
  const words = [...repairedByText]
    .flatMap(([before, after]) => findDifferentWords(before, after))
    .slice(0, exampleLimits.words);
  const spellings: EncodingSample[] = [
    { charset: 'utf-8-twice', words: words.map(({ after }) => after) },
    { charset: 'utf-8', words: words.map(({ before }) => before) },
  ];
  return {
    ...table,
    header: repairRow(table.header),
    rows: table.rows.map(repairRow),
    ...(answer === undefined && { spellings }),
  };
};
