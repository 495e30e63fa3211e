import { repairProduct } from '#shared/catalogue/repairs.ts';
import { parseTypedDate } from '#shared/dates.ts';
import { withoutSerialLabel } from '#shared/label-marks.ts';
import { isOtherKeyboard, onOtherKeyboards } from '#shared/other-keyboard.ts';
import { checkDigitOf, isEan, normaliseEan } from '#shared/returns/ean.ts';
import { withoutBlanks } from '#shared/text/serial-number.ts';

/** A serial number as it is kept and shown: without blanks, label and scanner marks, and its letters in capitals; other signs stay, so that they are seen to be wrong. */
export const tidySerialNumber = (typed: string): string =>
  withoutBlanks(withoutSerialLabel(typed)).replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());

/** Whether the last digit fits those before it: as in an EAN, but counted from the left, every second one three times. Letters don't count. */
export const hasCheckDigit = (serialNumber: string): boolean => {
  const digits = serialNumber.replaceAll(/\D/g, '');
  const checked = digits.slice(0, -1);
  // Behind an odd number of them a zero makes those the same that are counted from the right.
  const even = checked.length % 2 === 0 ? checked : `${checked}0`;
  return checked !== '' && digits.at(-1) === checkDigitOf(even);
};

/** What no serial number is: too short, one sign over and over, without a digit, a date, scanned twice; or the bar code beside it (an EAN or UPC). */
type OddSerialNumber = 'unlikely' | 'ean';

/** Fewer letters and digits than this have only been typed to get on. */
const leastSigns = 4;

/** 2026-03-05, 05-MAR-26, and what a spreadsheet makes of a code such as MAR5: MAR-05. */
const isDate = (tidy: string) =>
  tidy.includes('-') &&
  [tidy, ...(/[A-Z]/.test(tidy) ? [`${tidy}-2024`, `1-${tidy}`] : [])].some(
    (text) => parseTypedDate(text) !== undefined,
  );

/** A scanner that reads twice, and two numbers in one cell, leave one that begins anew. */
const isTwice = (signs: string) => {
  const half = signs.length / 2;
  const isRepeated = half >= 6 && signs.slice(0, half) === signs.slice(half);
  return isRepeated || /^[A-Z]{1,3}\d{7,}[A-Z]{1,3}\d{7,}$/.test(signs);
};

/** The digits of an EAN beside a serial number: in a GS1 bar code (application identifiers 01 and 21), or scanned before or after it. */
const eanBeside = [/^01(\d{14})21/, /^(\d{13})[A-Z]/, /^[A-Z]{1,3}\d{7,13}(\d{13})$/];

/** Most are of this shape, which none of the doubts has: a file of thousands is judged by it alone. */
const isUsual = (typed: string) => /^[A-Z]+\d{4,15}$/.test(typed);

/** Why something typed or scanned is hardly a serial number; a blank is none at all. */
export const oddSerialNumber = (typed: string): OddSerialNumber | undefined => {
  if (isUsual(typed)) return undefined;
  const tidy = tidySerialNumber(typed);
  const signs = tidy.replaceAll('-', '');
  if (signs === '') return undefined;
  if (signs.length < leastSigns || new Set(signs).size === 1 || !/\d/.test(signs) || isDate(tidy)) return 'unlikely';
  const eans = [signs, ...eanBeside.map((pattern) => pattern.exec(signs)?.[1] ?? '')];
  if (eans.some((digits) => isEan(normaliseEan(digits) ?? ''))) return 'ean';
  return isTwice(signs) ? 'unlikely' : undefined;
};

/** What looks wrong with a serial number: hardly one at all, typed by another keyboard layout, not the product's shape, or a mistyped digit. */
type SerialNumberDoubt = OddSerialNumber | 'otherKeyboard' | 'shape' | 'checkDigit';

/** Whether a serial number deserves a second look. A blank never does, nor the shape where the product's isn't known. Advice only: labels wear off and new series begin. */
export const serialNumberDoubt = (productKey: string, typed: string): SerialNumberDoubt | undefined => {
  if (isOtherKeyboard(typed)) return 'otherKeyboard';
  const odd = oddSerialNumber(typed);
  if (odd) return odd;
  const serialNumber = tidySerialNumber(typed).replaceAll('-', '');
  const facts = repairProduct(productKey)?.serialNumber;
  if (!facts || serialNumber === '') return undefined;
  const hasShape = (text: string) => new RegExp(facts.pattern).test(text);
  if (!hasShape(serialNumber)) return onOtherKeyboards(serialNumber).some(hasShape) ? 'otherKeyboard' : 'shape';
  return facts.checkDigit && !hasCheckDigit(serialNumber) ? 'checkDigit' : undefined;
};
