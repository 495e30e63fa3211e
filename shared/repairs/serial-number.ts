import { findRepairProduct } from '#shared/catalogue/repairs.ts';
import { parseTypedDate } from '#shared/dates/parse-date.ts';
import { calculateCheckDigit, isEan, normalizeEan } from '#shared/returns/ean.ts';
import { stripSerialLabel } from '#shared/text/label-marks.ts';
import { isWrongKeyboardLayout, toOtherKeyboardLayouts } from '#shared/text/other-keyboard.ts';
import { compactCode } from '#shared/text/serial-number.ts';

/**
 * Normalizes a serial number for storage and display: without spaces, label and scanner marks, in upper case. Other
 * characters are kept, so that users notice them.
 */
export const tidySerialNumber = (typed: string): string =>
  compactCode(stripSerialLabel(typed)).replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());

/**
 * Returns whether the last digit is the check digit of the digits before it. It is calculated as in an EAN, but
 * weighted from the left. Letters are ignored.
 */
export const hasCheckDigit = (serialNumber: string): boolean => {
  const digits = serialNumber.replaceAll(/\D/g, '');
  const precedingDigits = digits.slice(0, -1);
  // For an odd number of digits, an appended zero makes weighting from the right equal to weighting from the left.
  const evenDigits = precedingDigits.length % 2 === 0 ? precedingDigits : `${precedingDigits}0`;
  return precedingDigits !== '' && digits.at(-1) === calculateCheckDigit(evenDigits);
};

/**
 * Text that is unlikely to be a serial number: too short, one repeated character, no digit, a date, or scanned twice;
 * or that contains the adjacent bar code (EAN or UPC).
 */
type SerialNumberAnomaly = 'unlikely' | 'ean';

/** Minimum number of characters; shorter values were probably typed just to fill the field. */
const minCharacters = 4;

/**
 * Returns whether a text is a date: 2026-03-05, 05-MAR-26, or MAR-05, into which a spreadsheet turns a code such as
 * MAR5.
 */
const isDate = (tidyNumber: string) =>
  tidyNumber.includes('-') &&
  [tidyNumber, ...(/[A-Z]/.test(tidyNumber) ? [`${tidyNumber}-2024`, `1-${tidyNumber}`] : [])].some(
    (text) => parseTypedDate(text) !== undefined,
  );

/** Returns whether a text is a serial number that was scanned twice, or two serial numbers. */
const containsTwoNumbers = (characters: string) => {
  const half = characters.length / 2;
  const isRepeated = half >= 6 && characters.slice(0, half) === characters.slice(half);
  return isRepeated || /^[A-Z]{1,3}\d{7,}[A-Z]{1,3}\d{7,}$/.test(characters);
};

/**
 * EAN next to a serial number: in a GS1 bar code (application identifiers 01 and 21), or scanned before or after it.
 */
const adjacentEanPatterns = [/^01(\d{14})21/, /^(\d{13})[A-Z]/, /^[A-Z]{1,3}\d{7,13}(\d{13})$/];

/** Returns whether a text has the usual format, which has no anomalies. Speeds up files with thousands of rows. */
const hasUsualFormat = (typed: string) => /^[A-Z]+\d{4,15}$/.test(typed);

/** Returns why a text is unlikely to be a serial number; undefined if it is plausible or blank. */
export const findSerialNumberAnomaly = (typed: string): SerialNumberAnomaly | undefined => {
  if (hasUsualFormat(typed)) return undefined;
  const tidyNumber = tidySerialNumber(typed);
  const characters = tidyNumber.replaceAll('-', '');
  if (characters === '') return undefined;
  if (
    characters.length < minCharacters ||
    new Set(characters).size === 1 ||
    !/\d/.test(characters) ||
    isDate(tidyNumber)
  )
    return 'unlikely';
  const eans = [characters, ...adjacentEanPatterns.map((pattern) => pattern.exec(characters)?.[1] ?? '')];
  if (eans.some((digits) => isEan(normalizeEan(digits) ?? ''))) return 'ean';
  return containsTwoNumbers(characters) ? 'unlikely' : undefined;
};

/**
 * Warning about a serial number: an anomaly, another keyboard layout, not the product's format (`shape`), or a wrong
 * check digit.
 */
type SerialNumberWarning = SerialNumberAnomaly | 'otherKeyboard' | 'shape' | 'checkDigit';

/**
 * Returns a warning about a serial number. A blank text is never reported, and a format only for products whose format
 * is known. The warning is advice only, because labels wear off and new series appear.
 */
export const findSerialNumberWarning = (productKey: string, typed: string): SerialNumberWarning | undefined => {
  if (isWrongKeyboardLayout(typed)) return 'otherKeyboard';
  const anomaly = findSerialNumberAnomaly(typed);
  if (anomaly) return anomaly;
  const serialNumber = tidySerialNumber(typed).replaceAll('-', '');
  const format = findRepairProduct(productKey)?.serialNumber;
  if (!format || serialNumber === '') return undefined;
  const matchesFormat = (text: string) => new RegExp(format.pattern).test(text);
  if (!matchesFormat(serialNumber))
    return toOtherKeyboardLayouts(serialNumber).some(matchesFormat) ? 'otherKeyboard' : 'shape';
  return format.checkDigit && !hasCheckDigit(serialNumber) ? 'checkDigit' : undefined;
};
