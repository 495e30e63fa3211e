import { commonWords } from './common-words.ts';
import type { ValidationRule } from './errors.ts';

/** Whose password it is, as far as that is known: their own words make it easy to guess. */
export type About = {
  readonly email?: string | undefined;
  readonly storeId?: string | undefined;
  readonly storeName?: string | undefined;
};

/** Of the trade and of what the portal is: ASVS 6.2.11 asks for a list of its own. */
const brandWords =
  'nintendo switch mario kart luigi yoshi peach bowser toad wario zelda hyrule pokemon pikachu kirby metroid splatoon amiibo crossing joycon gameboy wii console konsole retailer revendeur haendler händler support'.split(
    ' ',
  );

/** What people who sell things call their place and their work, in the portal's languages. */
const tradeWords =
  'store shop retail outlet branch counter till cashier customer sales repair return laden geschäft geschaeft filiale markt kasse kunde verkauf reparatur retoure rückgabe rueckgabe magasin boutique caisse client vente vendeur réparation reparation retour'.split(
    ' ',
  );

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiopü',
  'asdfghjklöä',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  // Columns.
  ...'1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 1qay 6zhn 1aqw 2zsx !qaz @wsx #edc $rfv %tgb !qay "wsx §edc'.split(' '),
];
const neighbours = new Set(
  rows.flatMap((row) => [...row].slice(1).flatMap((sign, index) => [`${row[index]}${sign}`, `${sign}${row[index]}`])),
);

/** What of a password must be left when all that is easy to guess is taken out of it. */
const fewestLeft = 4;

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');

const withoutSeparators = (text: string) => text.replaceAll(/[^\p{L}\d]/gu, '');

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Undoes the usual disguises; a 1 stands for an l or an i. */
const undisguised = (text: string): string[] => {
  const plain = text.replaceAll(/[03457@$!]/g, (sign) => disguises[sign] ?? sign);
  return [plain.replaceAll('1', 'l'), plain.replaceAll('1', 'i')];
};

/** The words that a password may have been made of: without what was put before or behind, and undisguised. */
const basesOf = (lower: string): string[] => {
  const behind = lower.replace(/(?<!\P{L})\P{L}+$/u, '');
  const before = lower.replace(/^\P{L}+/u, '');
  return [behind, before, behind.replace(/^\P{L}+/u, '')].flatMap(undisguised).map(lettersOf);
};

const half = (text: string) => text.slice(0, text.length / 2);
const isCommon = (base: string) =>
  commonWords.has(base) || (base === half(base).repeat(2) && commonWords.has(half(base)));

/** Runs of three and more signs that are the same, or neighbours in the alphabet or on a keyboard, taken out. */
const withoutRuns = (lower: string): string => {
  const signs = [...lower];
  const left: string[] = [];
  for (let start = 0; start < signs.length;) {
    const goesOn = (at: number) => {
      const pair = `${signs[at - 1]}${signs[at]}`;
      return signs[at - 1] === signs[at] || neighbours.has(pair);
    };
    let end = start + 1;
    while (end < signs.length && goesOn(end)) end += 1;
    if (end - start < 3) left.push(...signs.slice(start, end));
    start = end;
  }
  return left.join('');
};

const isRepeated = (lower: string): boolean => {
  const lengths = Array.from({ length: Math.floor(lower.length / 2) }, (_, index) => index + 1);
  return lengths.some((length) => lower === lower.slice(0, length).repeat(lower.length).slice(0, lower.length));
};

const isRepetitive = (lower: string): boolean =>
  new Set(lower).size < 5 || isRepeated(lower) || withoutSeparators(withoutRuns(lower)).length < fewestLeft;

/** The words of a name, and all of them in one. */
const wordsOf = (text: string): string[] => {
  const words = text.toLowerCase().split(/[^\p{L}\d]+/u);
  return [...words, words.join('')];
};

/** The words of an address, but for its top level domain, of a store, of the brand and of the trade; those of one or two signs are too short to tell anything. */
const ownWords = ({ email = '', storeId = '', storeName = '' }: About): string[] => {
  const [local = '', domain = ''] = email.split('@');
  return [
    ...wordsOf(local),
    ...wordsOf(domain.replace(/\.[^.]*$/, '')),
    ...wordsOf(storeId),
    ...wordsOf(storeName),
    ...brandWords,
    ...tradeWords,
  ]
    .filter((word) => word.length >= 3)
    .toSorted((one, other) => other.length - one.length);
};

const isPersonal = (lower: string, about: About): boolean => {
  const words = ownWords(about);
  const forms = [lower, ...undisguised(lower)];
  // An id or a name is as easy to guess with other separators than its own.
  return [...forms, ...forms.map(withoutSeparators)].some((form) => {
    const left = words.reduce((rest, word) => rest.replaceAll(word, ' '), form);
    return left !== form && (lettersOf(left).length < fewestLeft || isCommon(lettersOf(left)));
  });
};

/** Why a password is easy to guess, as a text of `validation`; undefined when it isn't (ASVS 6.2.4 and 6.2.11). */
export const passwordWeakness = (password: string, about: About): ValidationRule | undefined => {
  const lower = password.toLowerCase();
  if (basesOf(lower).some(isCommon)) return 'passwordCommon';
  if (isPersonal(lower, about)) return 'passwordPersonal';
  return isRepetitive(lower) ? 'passwordRepetitive' : undefined;
};
