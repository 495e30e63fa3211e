import type { ValidationRule } from '#shared/api/errors.ts';
import { commonWords } from './common-words.ts';

/** Data of the password's owner. Words in it make a password easy to guess. */
export type PasswordOwner = {
  readonly email?: string | undefined;
  readonly storeId?: string | undefined;
  readonly storeName?: string | undefined;
};

/** Words of the brand and the portal's domain: OWASP ASVS 6.2.11 requires a context-specific list. */
const brandWords =
  'nintendo switch mario kart luigi yoshi peach bowser toad wario zelda hyrule pokemon pikachu kirby metroid splatoon amiibo crossing joycon gameboy wii console konsole retailer revendeur haendler händler support'.split(
    ' ',
  );

/** Words for a retailer's premises and work, in the portal's languages. */
const tradeWords =
  'store shop retail outlet branch counter till cashier customer sales repair return laden geschäft geschaeft filiale markt kasse kunde verkauf reparatur retoure rückgabe rueckgabe magasin boutique caisse client vente vendeur réparation reparation retour'.split(
    ' ',
  );

const keySequences = [
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
  // Columns of keys, from top to bottom.
  ...'1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 1qay 6zhn 1aqw 2zsx !qaz @wsx #edc $rfv %tgb !qay "wsx §edc'.split(' '),
];
const neighborPairs = new Set(
  keySequences.flatMap((row) =>
    [...row].slice(1).flatMap((character, index) => [`${row[index]}${character}`, `${character}${row[index]}`]),
  ),
);

/** Minimum number of letters that must remain after everything that is easy to guess has been removed. */
const minRemainingLetters = 4;

const keepLetters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');

const removeSeparators = (text: string) => text.replaceAll(/[^\p{L}\d]/gu, '');

const substitutions: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Undoes common character substitutions; a 1 may replace an l or an i. */
const undoSubstitutions = (text: string): string[] => {
  const plainText = text.replaceAll(/[03457@$!]/g, (character) => substitutions[character] ?? character);
  return [plainText.replaceAll('1', 'l'), plainText.replaceAll('1', 'i')];
};

/** Returns the words on which a password may be based: without prefix and suffix, and with substitutions undone. */
const findBaseWords = (lowerCasePassword: string): string[] => {
  // summer-2026! becomes summer. The lookbehind keeps the time for long runs of digits linear.
  const trimmedEnd = lowerCasePassword.replace(/(?<!\P{L})\P{L}+$/u, '');
  const trimmedStart = lowerCasePassword.replace(/^\P{L}+/u, '');
  return [trimmedEnd, trimmedStart, trimmedEnd.replace(/^\P{L}+/u, '')].flatMap(undoSubstitutions).map(keepLetters);
};

const takeFirstHalf = (text: string) => text.slice(0, text.length / 2);
const isCommon = (baseWord: string) =>
  commonWords.has(baseWord) ||
  (baseWord === takeFirstHalf(baseWord).repeat(2) && commonWords.has(takeFirstHalf(baseWord)));

/** Removes runs of three or more characters that are equal, or neighbors in the alphabet or on a keyboard. */
const removeRuns = (lowerCasePassword: string): string => {
  const characters = [...lowerCasePassword];
  const remainingCharacters: string[] = [];
  for (let start = 0; start < characters.length;) {
    const continuesRun = (index: number) => {
      const pair = `${characters[index - 1]}${characters[index]}`;
      return characters[index - 1] === characters[index] || neighborPairs.has(pair);
    };
    let end = start + 1;
    while (end < characters.length && continuesRun(end)) end += 1;
    if (end - start < 3) remainingCharacters.push(...characters.slice(start, end));
    start = end;
  }
  return remainingCharacters.join('');
};

/** Returns whether a text repeats its first part to the end; the last repetition may be incomplete. */
const isRepeated = (text: string): boolean => {
  const partLengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1);
  return partLengths.some((length) => text === text.slice(0, length).repeat(text.length).slice(0, text.length));
};

const isRepetitive = (lowerCasePassword: string): boolean =>
  new Set(lowerCasePassword).size < 5 ||
  isRepeated(lowerCasePassword) ||
  removeSeparators(removeRuns(lowerCasePassword)).length < minRemainingLetters;

/** Returns the words of a name, and all of them joined. */
const toWords = (text: string): string[] => {
  const words = text.toLowerCase().split(/[^\p{L}\d]+/u);
  return [...words, words.join('')];
};

/**
 * Returns the words of the email (without the top-level domain), the store, the brand and the trade, longest first.
 * Words of fewer than three characters are ignored.
 */
const collectPersonalWords = ({ email = '', storeId = '', storeName = '' }: PasswordOwner): string[] => {
  const [localPart = '', domain = ''] = email.split('@');
  return [
    ...toWords(localPart),
    ...toWords(domain.replace(/\.[^.]*$/, '')),
    ...toWords(storeId),
    ...toWords(storeName),
    ...brandWords,
    ...tradeWords,
  ]
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
};

const isPersonal = (lowerCasePassword: string, owner: PasswordOwner): boolean => {
  const words = collectPersonalWords(owner);
  const forms = [lowerCasePassword, ...undoSubstitutions(lowerCasePassword)];
  // An ID or a name is as easy to guess with different separators.
  return [...forms, ...forms.map(removeSeparators)].some((form) => {
    const remainingText = words.reduce((text, word) => text.replaceAll(word, ' '), form);
    return (
      remainingText !== form &&
      (keepLetters(remainingText).length < minRemainingLetters || isCommon(keepLetters(remainingText)))
    );
  });
};

/** Returns why a password is easy to guess, as a validation rule; undefined if it isn't (OWASP ASVS 6.2.4 and 6.2.11). */
export const findPasswordWeakness = (password: string, owner: PasswordOwner): ValidationRule | undefined => {
  const lowerCasePassword = password.toLowerCase();
  if (findBaseWords(lowerCasePassword).some(isCommon)) return 'passwordCommon';
  if (isPersonal(lowerCasePassword, owner)) return 'passwordPersonal';
  return isRepetitive(lowerCasePassword) ? 'passwordRepetitive' : undefined;
};
