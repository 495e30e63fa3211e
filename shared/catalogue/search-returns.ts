import type { Language } from '#shared/config/regions.ts';
import { languages } from '#shared/config/regions.ts';
import { normalizeEan } from '#shared/returns/ean.ts';
import type { ReturnItem } from './returns.ts';
import { toReturnItemLabel, returnItems } from './returns.ts';

type Name = { readonly text: string; readonly words: readonly string[] };

const splitWords = (text: string) => text.split(' ');

/**
 * Normalizes a name for comparison: drops accents, ligatures, punctuation and case; an apostrophe joins the letters
 * around it.
 */
const normalizeName = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

// Contains the words with and without a split at apostrophes, so that “luigis” finds “luigi’s” and “épopée” finds
// “l’épopée”.
const toName = (label: string): Name => ({
  text: normalizeName(label),
  words: [...splitWords(normalizeName(label)), ...splitWords(normalizeName(label.replaceAll(/['’]/g, ' ')))],
});

const hasWordPrefixes = (name: Name | undefined, prefixes: readonly string[]) =>
  prefixes.every((part) => name?.words.some((word) => word.startsWith(part)));

/** Minimum length of a part of an EAN or a code; shorter parts match too many items. */
const minNumberLength = 4;

const matchesNumber = ({ ean, code }: ReturnItem, text: string) =>
  text.length >= minNumberLength && ((/^\d+$/.test(text) && ean.includes(text)) || code.startsWith(text.toUpperCase()));

/** Creates the search over items. Names are normalized at the first search in a language. */
export const createItemSearch = (items: readonly ReturnItem[]) => {
  const namesByLanguage = new Map<Language, readonly Name[]>();

  const getNames = (language: Language): readonly Name[] => {
    const names = namesByLanguage.get(language) ?? items.map((item) => toName(toReturnItemLabel(item, language)));
    namesByLanguage.set(language, names);
    return names;
  };

  return (text: string, language: Language, limit = 20): ReturnItem[] => {
    const query = normalizeName(text);
    const parts = splitWords(query);
    const compactText = text.replace(/[\s-]/g, '');
    const ean = normalizeEan(text);
    const names = getNames(language);
    const otherLanguageNames = languages.filter((candidate) => candidate !== language).map(getNames);

    // 0 is the best match; Infinity means no match.
    const computeRank = (item: ReturnItem, index: number): number => {
      const name = names[index];
      if (item.ean === ean || item.code === compactText.toUpperCase() || name?.text === query) return 0;
      if (matchesNumber(item, compactText)) return 1;
      // A text of punctuation only normalizes to '', which every name starts with.
      if (query === '') return compactText === '' ? 1 : Infinity;
      if (name?.text.startsWith(query)) return 2;
      if (hasWordPrefixes(name, parts)) return 3;
      if (parts.every((part) => name?.text.includes(part))) return 4;
      return otherLanguageNames.some((translatedNames) => hasWordPrefixes(translatedNames[index], parts))
        ? 5
        : Infinity;
    };

    return items
      .map((item, index) => ({ item, rank: computeRank(item, index) }))
      .filter(({ rank }) => rank < Infinity)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ item }) => item);
  };
};

/**
 * Searches by name (prefixes, any order, other languages last), EAN, EAN digits or code, best match first. A blank
 * text returns the first `limit` items.
 */
export const searchReturnItems = createItemSearch(returnItems);
