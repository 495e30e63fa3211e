import { stripScannerMarks } from '#shared/text/label-marks.ts';

/** An EAN is a GTIN-13: thirteen digits, the last of which is the check digit. */
const eanLength = 13;

/**
 * Calculates the check digit for a GTIN's other digits: weights 3 and 1 alternate from the right (GS1 General
 * Specifications).
 */
export const calculateCheckDigit = (precedingDigits: string): string => {
  let sum = 0;
  for (let index = 0; index < precedingDigits.length; index += 1)
    sum += Number(precedingDigits[index]) * ((precedingDigits.length - index) % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
};

/** Returns whether a text is thirteen digits with a valid check digit. */
export const isEan = (text: string): boolean =>
  /^\d{13}$/.test(text) && calculateCheckDigit(text.slice(0, -1)) === text.slice(-1);

/** Label in front of an EAN, such as `EAN-13:`. */
const label = /^(?:ean|gtin|upc)(?:-[ae])?(?:[- ]?1?[234](?=[ :]))?(?:[- ]?code)?[ :.#]*/i;

/**
 * GS1 application identifier 01 and its GTIN-14, in brackets or as sent by scanners; further elements may follow (GS1
 * General Specifications).
 */
const gtinElement = /^(?:\(01\) ?(\d{14})(?: ?\(.*)?|01(\d{14})(?:(?:1[0-7]|21|37).*)?)$/;

/** Separator that scanners send between GS1 elements; some also send it before the first one. */
const elementSeparator = '\u001D';

/** Thousands separators of spreadsheets in several locales. */
const groupSeparators = ['.', ',', "'", '’'] as const;

const removeGroupSeparators = (text: string): string | undefined => {
  const separator = groupSeparators.find((sign) => text.includes(sign)) ?? '.';
  const [first = '', ...groups] = text.split(separator);
  const isGrouped = groups.length > 0 && /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? first + groups.join('') : undefined;
};

/** Removes a fraction of zeros: programs that store floating-point numbers write 4549650000001.0. */
const removeFraction = (text: string): string | undefined => {
  const pointIndex = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (pointIndex < 0 || !/^0+$/.test(text.slice(pointIndex + 1))) return undefined;
  const integerPart = text.slice(0, pointIndex);
  return /^\d+$/.test(integerPart) ? integerPart : removeGroupSeparators(integerPart);
};

/** Maximum length of a text with an EAN and a few marks. */
const maxMarkedLength = 80;

/** Returns the digits of an EAN with labels, thousands separators or scanner marks; undefined for anything else. */
const extractMarkedDigits = (text: string): string | undefined => {
  if (text.length > maxMarkedLength) return undefined;
  const code = stripScannerMarks(stripScannerMarks(text.replaceAll(elementSeparator, '')).replace(label, ''));
  const element = gtinElement.exec(code);
  if (element) return element[1] ?? element[2];
  // Hyphens are printed between digits; a leading one means a negative number.
  const compactText = code.startsWith('-') ? '' : code.replace(/[\s-]/g, '');
  return /^\d+$/.test(compactText) ? compactText : (removeGroupSeparators(compactText) ?? removeFraction(compactText));
};

const extractDigits = (text: string): string => {
  const compactText = text.replace(/[\s-]/g, '');
  return /^\d{8,14}$/.test(compactText) ? compactText : (extractMarkedDigits(text) ?? '');
};

const toEan = (candidate: string): string | undefined =>
  /^(\d{12}|0?\d{13})$/.test(candidate) ? candidate.padStart(eanLength, '0').slice(-eanLength) : undefined;

/**
 * Normalizes a UPC-12, EAN-13 or GTIN-14 to 13 digits, without spaces, hyphens, thousands separators, labels and
 * scanner marks. Does not verify the check digit.
 */
export const normalizeEan = (text: string): string | undefined => toEan(extractDigits(text));

/**
 * Restores the leading zeros that a spreadsheet removed; requires at least eight digits, so that stores' own numbers are not
 * converted.
 */
export const restoreEan = (text: string): string | undefined => {
  const candidate = extractDigits(text);
  return /^\d{8,11}$/.test(candidate) ? candidate.padStart(eanLength, '0') : toEan(candidate);
};
