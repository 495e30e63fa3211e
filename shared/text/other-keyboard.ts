/**
 * Digits 1 to 9 and 0 without Shift on French and Belgian keyboards, as typed by a scanner configured for another
 * layout.
 */
const frenchDigits = /[&é"'(è_çà§!]/g;
/** Characters of a code that was typed in this way. */
const frenchCode = /^[&é"'(è_çà§!A-Za-z,;:?)= -]+$/;

/** Character in place of the hyphen on a German keyboard. */
const germanHyphen = 'ß';

/** Minimum number of digits of a code: an ordinary word may contain fewer of the characters above. */
const minDigits = 4;

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Returns whether a code was typed with the wrong keyboard layout: `ç(éàà…` is 952 00…. */
export const isWrongKeyboardLayout = (typed: string): boolean => {
  const text = typed.trim().normalize('NFC');
  if (text.includes(germanHyphen))
    return /^[A-Za-z0-9]+$/.test(text.replaceAll(germanHyphen, '')) && countMatches(text, /\d/g) >= minDigits;
  const digits = countMatches(text, frenchDigits);
  return digits >= minDigits && digits * 2 >= text.length && frenchCode.test(text);
};

/** Letters swapped between British (QWERTY), German (QWERTZ) and French (AZERTY) layouts. */
const swappedLetters: readonly Readonly<Record<string, string>>[] = [
  { Y: 'Z', Z: 'Y' },
  { A: 'Q', Q: 'A', Z: 'W', W: 'Z' },
];

/** Returns what an upper-case code would be in the portal's other keyboard layouts. */
export const toOtherKeyboardLayouts = (code: string): string[] =>
  swappedLetters
    .map((letters) => code.replaceAll(/[A-Z]/g, (letter) => letters[letter] ?? letter))
    .filter((candidate) => candidate !== code);
