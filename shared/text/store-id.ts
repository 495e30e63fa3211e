import { tidyText } from './invisible-characters.ts';

/** Tidies a store id that somebody typed, pasted or scanned: no blanks within, and every kind of dash is a hyphen. Line breaks and tabs stay: they stand between two ids. */
export const tidyStoreId = (typed: string): string =>
  tidyText(typed.normalize('NFKC'))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Zs}/gu, '');

/** Removes what programs add to a number: separators between thousands (1.001), a fraction of zeros (42.0). */
const plainNumber = (text: string): string => {
  if (/^\d{1,3}(?:\.\d{3})+$/.test(text)) return text.replaceAll('.', '');
  return text.replace(/^(\d+)\.0+$/, '$1');
};

const withoutZeros = (text: string) => text.replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** Returns the form in which spellings of one store id are equal: neither case nor blanks, hyphens, underscores and zeros in front of a number count. */
export const foldStoreId = (typed: string): string =>
  withoutZeros(plainNumber(tidyStoreId(typed).toLowerCase()).replaceAll(/[-_]+/g, ''));

/** Returns the groups of digits of a store id, or '' where no hyphen stands between digits: 1-11 and 11-1 are two stores. */
export const digitGroups = (typed: string): string => {
  const groups = tidyStoreId(typed)
    .replaceAll(/(?<=\d)[-_]+(?=\d)/g, ' ')
    .replaceAll(/[^\d ]+/g, '');
  return groups.includes(' ') ? withoutZeros(groups) : '';
};

/** Returns whether two store ids may be spellings of one: they fold to the same, and where both have hyphens between digits, these stand at the same places. */
export const areSameStoreId = (one: string, other: string): boolean => {
  if (foldStoreId(one) !== foldStoreId(other)) return false;
  const groups = digitGroups(one);
  const otherGroups = digitGroups(other);
  return groups === '' || otherGroups === '' || groups === otherGroups;
};
