import { withoutMarks } from '#shared/label-marks.ts';

/** An EAN here is a GTIN-13: thirteen digits, the last of which checks the others. */
const digits = 13;

/** The check digit that belongs after a GTIN's other digits: weights 3 and 1 in turn from the right (GS1 General Specifications). */
export const checkDigitOf = (others: string): string => {
  let sum = 0;
  for (let index = 0; index < others.length; index += 1)
    sum += Number(others[index]) * ((others.length - index) % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
};

/** Thirteen digits with the right check digit. */
export const isEan = (text: string): boolean =>
  /^\d{13}$/.test(text) && checkDigitOf(text.slice(0, -1)) === text.slice(-1);

/** A label in front of an EAN. */
const label = /^(?:ean|gtin|upc)(?:-[ae])?(?:[- ]?1?[234](?=[ :]))?(?:[- ]?code)?[ :.#]*/i;

/** GS1 application identifier 01 and its GTIN-14, with brackets or as scanners send it; further elements may follow (GS1 General Specifications). */
const gtinElement = /^(?:\(01\) ?(\d{14})(?: ?\(.*)?|01(\d{14})(?:(?:1[0-7]|21|37).*)?)$/;

/** The separator that scanners send between GS1 elements, and some in front of the first. */
const elementEnd = '\u001D';

/** Signs between groups of three digits, as spreadsheets of several countries show large numbers. */
const groupSeparators = ['.', ',', "'", '’'] as const;

const withoutGroups = (text: string): string | undefined => {
  const separator = groupSeparators.find((sign) => text.includes(sign)) ?? '.';
  const [first = '', ...groups] = text.split(separator);
  const isGrouped = groups.length > 0 && /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? first + groups.join('') : undefined;
};

/** Programs that think in fractions write 4549650000001.0. */
const withoutFraction = (text: string): string | undefined => {
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (point < 0 || !/^0+$/.test(text.slice(point + 1))) return undefined;
  const whole = text.slice(0, point);
  return /^\d+$/.test(whole) ? whole : withoutGroups(whole);
};

/** Longer texts hold more than an EAN and a few marks. */
const longestMarked = 80;

/** The digits of an EAN that is labelled, grouped or marked by a scanner; undefined for anything else. */
const markedDigits = (text: string): string | undefined => {
  if (text.length > longestMarked) return undefined;
  const code = withoutMarks(withoutMarks(text.replaceAll(elementEnd, '')).replace(label, ''));
  const element = gtinElement.exec(code);
  if (element) return element[1] ?? element[2];
  // Hyphens are printed between the digits, never before them: that is a negative number.
  const compact = code.startsWith('-') ? '' : code.replace(/[\s-]/g, '');
  return /^\d+$/.test(compact) ? compact : (withoutGroups(compact) ?? withoutFraction(compact));
};

const digitsOf = (text: string): string => {
  const compact = text.replace(/[\s-]/g, '');
  return /^\d{8,14}$/.test(compact) ? compact : (markedDigits(text) ?? '');
};

const toEan = (found: string): string | undefined =>
  /^(\d{12}|0?\d{13})$/.test(found) ? found.padStart(digits, '0').slice(-digits) : undefined;

/** One spelling of a UPC-12, its EAN-13 and GTIN-14, without spaces, hyphens, thousands separators, labels and scanner marks; the check digit isn't looked at. */
export const normaliseEan = (text: string): string | undefined => toEan(digitsOf(text));

/** As a spreadsheet has it, without zeros in front; eight digits at least, so that no store's own number becomes one. */
export const restoreEan = (text: string): string | undefined => {
  const found = digitsOf(text);
  return /^\d{8,11}$/.test(found) ? found.padStart(digits, '0') : toEan(found);
};
