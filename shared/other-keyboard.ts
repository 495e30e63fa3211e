/** Digits 1 to 9 and 0 without Shift on French and Belgian keyboards: what a scanner set to another layout types there. */
const frenchDigits = /[&é"'(è_çà§!]/g;
const frenchLine = /^[&é"'(è_çà§!A-Za-z,;:?)= -]+$/;

/** The sign that a German keyboard has where other layouts have the hyphen. */
const germanHyphen = 'ß';

/** Fewer digits could stand in somebody's words. */
const leastDigits = 4;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Tells whether a code was typed as if another keyboard layout were set: `ç(éàà…` is 952 00…. */
export const isOtherKeyboard = (typed: string): boolean => {
  const text = typed.trim().normalize('NFC');
  if (text.includes(germanHyphen))
    return /^[A-Za-z0-9]+$/.test(text.replaceAll(germanHyphen, '')) && countOf(text, /\d/g) >= leastDigits;
  const digits = countOf(text, frenchDigits);
  return digits >= leastDigits && digits * 2 >= text.length && frenchLine.test(text);
};

/** Letters that change places between the layouts of Britain (QWERTY), Germany (QWERTZ) and France (AZERTY). */
const swappedLetters: readonly Readonly<Record<string, string>>[] = [
  { Y: 'Z', Z: 'Y' },
  { A: 'Q', Q: 'A', Z: 'W', W: 'Z' },
];

/** Returns what a code in capitals would be if one of the portal's other keyboard layouts had been set. */
export const onOtherKeyboards = (code: string): string[] =>
  swappedLetters
    .map((letters) => code.replaceAll(/[A-Z]/g, (letter) => letters[letter] ?? letter))
    .filter((other) => other !== code);
