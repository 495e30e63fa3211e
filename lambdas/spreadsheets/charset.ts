import type { Charset, Encoding } from '#shared/spreadsheet.ts';
import { charsets } from '#shared/spreadsheet.ts';

/** The upper half of code page 850, in which Excel saves “CSV (MS-DOS)” (Unicode Consortium, CP850.TXT). */
const upper850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const decode850 = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u00FF]/g, (sign) => upper850.charAt(sign.charCodeAt(0) - 0x80));

export const decodeAs = (charset: Charset, bytes: Uint8Array): string =>
  charset === 'ibm850' ? decode850(bytes) : new TextDecoder(charset).decode(bytes);

/** Tells whether an encoding is one of single bytes: a text in it has to be decoded anew. */
export const isCharset = (encoding: Encoding): encoding is Charset => charsets.some((charset) => charset === encoding);

/** The same text as UTF-8, with a mark: nobody has to guess any more. */
export const asUtf8 = (charset: Charset, bytes: Uint8Array): Uint8Array =>
  new TextEncoder().encode(`\uFEFF${decodeAs(charset, bytes)}`);

/** Words of a text that show its encoding, as one encoding spells them. */
export type Spelling = { readonly charset: Encoding; readonly words: readonly string[] };

/** Letters that German and French have beside A to Z, and those of names that come from elsewhere. */
const own = 'äöüßéèêëàâçîïôûùœæÿÄÖÜÉÈÊËÀÂÇÎÏÔÛÙŒÆŸ';
const foreign = 'ñåøšžÑÅØŠŽ';
/** Signs between and after words; an apostrophe stands within them, too. */
const beside = '«»“”„‚‘’–—…•°€£§®™©²³½×\u00A0';

const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isUpper = (sign: string) => /\p{Lu}/u.test(sign);
const isLower = (sign: string) => /\p{Ll}/u.test(sign);

/** A capital behind a small letter, or a small letter behind two capitals. */
const hasOddCase = (word: string, at: number) => {
  const [before = '', last = ''] = [word.charAt(at - 2), word.charAt(at - 1)];
  const sign = word.charAt(at);
  return isUpper(sign) ? isLower(last) : isUpper(last) && isUpper(before);
};

/** How odd a sign is in its word: 0 where a store would write it, 1 where nobody would. */
const oddness = (word: string, at: number): number => {
  const sign = word.charAt(at);
  if (/\p{ASCII}/u.test(sign)) return 0;
  if (beside.includes(sign)) {
    const isWithin = isLetter(word.charAt(at - 1)) && isLetter(word.charAt(at + 1));
    return isWithin && sign !== '’' ? 1 : 0;
  }
  if (hasOddCase(word, at) || (word.length === 1 && !'àÀ'.includes(sign))) return 1;
  return own.includes(sign) ? 0 : foreign.includes(sign) ? 0.5 : 1;
};

/** Counts the signs of a word that nobody would write there. */
export const oddnessOf = (word: string): number => [...word].reduce((sum, _, at) => sum + oddness(word, at), 0);

/** Enough words to tell by, and what a question repeats of them. */
const most = { words: 500, length: 40, shown: 4 };

/** Words of bytes, each once, that have another sign than ASCII's: as Latin-1, so that every character is a byte. */
const tellingWords = (bytes: Uint8Array): string[] => {
  const words = new Set<string>();
  for (const [word] of Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/[A-Za-z\u0080-\u00FF]{1,200}/g)) {
    if (/[\u0080-\u00FF]/.test(word)) words.add(word.slice(0, most.length));
    if (words.size === most.words) break;
  }
  return [...words];
};

/** As many words that make no sense in Windows' character set, and do in another, leave no doubt. */
const sureFrom = 3;

/** The likeliest first; one alone where there is no doubt: Windows-1252 unless another spells better, or all. */
export const likelyCharsets = (bytes: Uint8Array): (Spelling & { readonly charset: Charset })[] => {
  const words = tellingWords(bytes);
  const readings = charsets.map((charset) => {
    const spelled = words.map((word) => decodeAs(charset, Buffer.from(word, 'latin1')));
    const odd = spelled.map(oddnessOf);
    return { charset, words: spelled, odd, total: odd.reduce((sum, one) => sum + one, 0) };
  });
  const [best, second] = readings.toSorted((one, other) => one.total - other.total);
  const [windows] = readings;
  if (!best || !second || !windows || best === windows) return [{ charset: 'windows-1252', words: [] }];
  const isSure =
    words.length >= sureFrom && best.total === 0 && second.total > 0 && windows.odd.every((one) => one >= 1);
  if (isSure) return [{ charset: best.charset, words: [] }];

  // Those that tell the most: whatever reads alike in all of them says nothing.
  const telling = words
    .map((_, at) => at)
    .toSorted((one, other) => (windows.odd[other] ?? 0) - (windows.odd[one] ?? 0))
    .slice(0, most.shown);
  return [best, ...readings.filter((reading) => reading !== best)].map(({ charset, words: spelled }) => ({
    charset,
    words: telling.map((at) => spelled[at] ?? ''),
  }));
};
