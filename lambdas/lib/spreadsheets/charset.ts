import type { Charset, Encoding } from '#shared/text/spreadsheet.ts';
import { charsets } from '#shared/text/spreadsheet.ts';

/** Upper half of code page 850, which Excel uses for “CSV (MS-DOS)” (Unicode Consortium, CP850.TXT). */
const upperHalf850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const decode850 = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00FF]/g, (character) => upperHalf850.charAt(character.charCodeAt(0) - 0x80));

export const decodeAs = (charset: Charset, bytes: Uint8Array): string =>
  charset === 'ibm850' ? decode850(bytes) : new TextDecoder(charset).decode(bytes);

/** Narrows an encoding to a single-byte character set, which requires decoding the bytes again. */
export const isCharset = (encoding: Encoding): encoding is Charset => charsets.some((charset) => charset === encoding);

/** Converts bytes to UTF-8 with a byte order mark, so that reading them needs no further guess. */
export const toUtf8 = (charset: Charset, bytes: Uint8Array): Uint8Array =>
  new TextEncoder().encode(`\uFEFF${decodeAs(charset, bytes)}`);

/** Sample words of a text as one encoding decodes them. */
export type EncodingSample = { readonly charset: Encoding; readonly words: readonly string[] };

/** Letters that German and French add to A–Z, and rarer letters of foreign names. */
const commonLetters = 'äöüßéèêëàâçîïôûùœæÿÄÖÜÉÈÊËÀÂÇÎÏÔÛÙŒÆŸ';
const rareLetters = 'ñåøšžÑÅØŠŽ';
/** Characters that occur between or after words; the apostrophe also occurs within them. */
const punctuation = '«»“”„‚‘’–—…•°€£§®™©²³½×\u00A0';

const isLetter = (character: string) => /\p{L}/u.test(character);
const isUpper = (character: string) => /\p{Lu}/u.test(character);
const isLower = (character: string) => /\p{Ll}/u.test(character);

/** Detects a capital after a small letter, or a small letter after two capitals. */
const hasOddCase = (word: string, index: number) => {
  const beforePrevious = word.charAt(index - 2);
  const previous = word.charAt(index - 1);
  const character = word.charAt(index);
  return isUpper(character) ? isLower(previous) : isUpper(previous) && isUpper(beforePrevious);
};

/** Rates how implausible a character is in its word, from 0 (a store would write it) to 1 (implausible). */
const rateCharacterOddness = (word: string, index: number): number => {
  const character = word.charAt(index);
  if (/\p{ASCII}/u.test(character)) return 0;
  if (punctuation.includes(character)) {
    const isWithin = isLetter(word.charAt(index - 1)) && isLetter(word.charAt(index + 1));
    return isWithin && character !== '’' ? 1 : 0;
  }
  if (hasOddCase(word, index) || (word.length === 1 && !'àÀ'.includes(character))) return 1;
  return commonLetters.includes(character) ? 0 : rareLetters.includes(character) ? 0.5 : 1;
};

/** Sums the implausibility of all characters of a word; 0 for a plausible word. */
export const rateWordOddness = (word: string): number =>
  [...word].reduce((sum, _, index) => sum + rateCharacterOddness(word, index), 0);

/** Words examined, characters kept of each, and words shown in the question to the user. */
const sampleLimits = { words: 500, length: 40, shown: 4 };

/** Returns distinct words with non-ASCII bytes, decoded as Latin-1 so that each character is one byte. */
const findNonAsciiWords = (bytes: Uint8Array): string[] => {
  const words = new Set<string>();
  for (const [word] of Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/[A-Za-z\u0080-\u00FF]{1,200}/g)) {
    if (/[\u0080-\u00FF]/.test(word)) words.add(word.slice(0, sampleLimits.length));
    if (words.size === sampleLimits.words) break;
  }
  return [...words];
};

/**
 * Minimum number of words that must be implausible in Windows-1252 and plausible in another set to decide without
 * asking.
 */
const minCertainWords = 3;

/**
 * Returns the likely character sets, best first: a single one if there is no doubt (Windows-1252 unless another scores
 * better), otherwise all of them.
 */
export const findLikelyCharsets = (bytes: Uint8Array): (EncodingSample & { readonly charset: Charset })[] => {
  const words = findNonAsciiWords(bytes);
  const candidates = charsets.map((charset) => {
    const decodedWords = words.map((word) => decodeAs(charset, Buffer.from(word, 'latin1')));
    const oddnessByWord = decodedWords.map(rateWordOddness);
    return {
      charset,
      words: decodedWords,
      oddnessByWord,
      totalOddness: oddnessByWord.reduce((sum, count) => sum + count, 0),
    };
  });
  const [best, second] = candidates.toSorted((a, b) => a.totalOddness - b.totalOddness);
  const [windows1252] = candidates;
  if (!best || !second || !windows1252 || best === windows1252) return [{ charset: 'windows-1252', words: [] }];
  const isSure =
    words.length >= minCertainWords &&
    best.totalOddness === 0 &&
    second.totalOddness > 0 &&
    windows1252.oddnessByWord.every((count) => count >= 1);
  if (isSure) return [{ charset: best.charset, words: [] }];

  // Show the words that Windows-1252 decodes worst; words that look alike in all sets don't help the user decide.
  const shownIndexes = words
    .map((_, index) => index)
    .toSorted((a, b) => (windows1252.oddnessByWord[b] ?? 0) - (windows1252.oddnessByWord[a] ?? 0))
    .slice(0, sampleLimits.shown);
  return [best, ...candidates.filter((candidate) => candidate !== best)].map(({ charset, words: decodedWords }) => ({
    charset,
    words: shownIndexes.map((index) => decodedWords[index] ?? ''),
  }));
};
