import { groupSeparator, groupSeparatorCode } from './scan-detector.ts';
import type { PhysicalKey, ScannedKeys } from './scan-detector.ts';

/** Characters of the digit keys 0 to 9 of a US keyboard with Shift. */
const shiftedDigits = ')!@#$%^&*(';

/** Other keys of a US keyboard, without and with Shift. */
const otherKeys: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  [groupSeparatorCode]: [groupSeparator, groupSeparator],
};

const readUsKey = ({ code, shiftKey }: PhysicalKey): string => {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const [, row, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit !== undefined) return shiftKey && row === 'Digit' ? (shiftedDigits[Number(digit)] ?? '') : digit;
  return otherKeys[code]?.[shiftKey ? 1 : 0] ?? '';
};

const swap = (text: string, pairs: Readonly<Record<string, string>>) =>
  [...text].map((character) => pairs[character] ?? character).join('');

const germanKeys = { y: 'z', z: 'y', Y: 'Z', Z: 'Y', '/': '-' };
const frenchLetters = { a: 'q', q: 'a', w: 'z', z: 'w', A: 'Q', Q: 'A', W: 'Z', Z: 'W', ';': 'm', ':': 'M' };

/** A French keyboard has its digits with Shift, and the hyphen without it on the key of 6. */
const readFrenchKey = (key: PhysicalKey): string => {
  const [, digit] = /^Digit(\d)$/.exec(key.code) ?? [];
  if (digit === undefined) return swap(readUsKey(key), frenchLetters);
  if (key.shiftKey) return digit;
  return digit === '6' ? '-' : '';
};

/**
 * Returns the possible readings of a scan: as typed, and as it would be if scanner and computer had different keyboard
 * layouts (US, German or French). The first reading that makes sense counts.
 */
export const toReadings = ({ typed, keys, isCapsLockOn }: ScannedKeys): readonly string[] => {
  // Labels have no codes in lower case only, so Caps Lock has inverted the letters.
  const typedText = isCapsLockOn && typed === typed.toLowerCase() ? typed.toUpperCase() : typed;
  const us = keys.map(readUsKey).join('');
  const french = keys.map(readFrenchKey).join('');
  const otherReadings = [us, swap(us, germanKeys), french].filter((reading) => reading.length === keys.length);
  return [...new Set([typedText, ...otherReadings])];
};
