import { tidyText } from '#shared/text/invisible-characters.ts';

/**
 * Normalizes a typed, pasted or scanned store id: removes spaces and converts all dashes to hyphens. Line breaks and
 * tabs are kept, because they separate two ids.
 */
export const tidyStoreId = (typed: string): string =>
  tidyText(typed.normalize('NFKC'))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Zs}/gu, '');

/** Removes what programs add to numbers: thousands separators (1.001) and zero fractions (42.0). */
const toPlainNumber = (text: string): string => {
  if (/^\d{1,3}(?:\.\d{3})+$/.test(text)) return text.replaceAll('.', '');
  return text.replace(/^(\d+)\.0+$/, '$1');
};

// 007 011 becomes 7 11; 10 and 0 stay.
const stripLeadingZeros = (text: string) => text.replaceAll(/(?<!\d)0+(?=\d)/g, '');

/**
 * Returns a form that is equal for all spellings of a store id: ignores case, spaces, hyphens, underscores and leading
 * zeros.
 */
export const foldStoreId = (typed: string): string =>
  stripLeadingZeros(toPlainNumber(tidyStoreId(typed).toLowerCase()).replaceAll(/[-_]+/g, ''));

/** Returns the digit groups of a store id, or '' if no hyphen separates digits: 1-11 and 11-1 are different stores. */
export const findDigitGroups = (typed: string): string => {
  const groups = tidyStoreId(typed)
    .replaceAll(/(?<=\d)[-_]+(?=\d)/g, ' ')
    .replaceAll(/[^\d ]+/g, '');
  return groups.includes(' ') ? stripLeadingZeros(groups) : '';
};

/**
 * Returns whether two store ids may be spellings of the same one: they fold to the same text, and any hyphens between
 * digits are at the same positions.
 */
export const isSameStoreId = (a: string, b: string): boolean => {
  if (foldStoreId(a) !== foldStoreId(b)) return false;
  const groups = findDigitGroups(a);
  const otherGroups = findDigitGroups(b);
  return groups === '' || otherGroups === '' || groups === otherGroups;
};
