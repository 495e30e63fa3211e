import type { Language } from '#shared/regions.ts';
import { languages } from '#shared/regions.ts';
import { normaliseEan } from '#shared/returns/ean.ts';
import type { ReturnItem } from './returns.ts';
import { returnItemLabel, returnItems } from './returns.ts';

type Name = { readonly text: string; readonly words: readonly string[] };

const words = (text: string) => text.split(' ');

/** How names compare: without accents, ligatures, signs and case; an apostrophe joins what it stands between. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

// “luigis” and “luigi’s” are meant alike, and so are “épopée” and “l’épopée”.
const nameOf = (label: string): Name => ({
  text: fold(label),
  words: [...words(fold(label)), ...words(fold(label.replaceAll(/['’]/g, ' ')))],
});

const beginsWords = (name: Name | undefined, parts: readonly string[]) =>
  parts.every((part) => name?.words.some((word) => word.startsWith(part)));

/** Fewer digits of an EAN, or signs of a code, say too little. */
const tellingLength = 4;

const isNumberOf = ({ ean, code }: ReturnItem, typed: string) =>
  typed.length >= tellingLength &&
  ((/^\d+$/.test(typed) && ean.includes(typed)) || code.startsWith(typed.toUpperCase()));

/** How items are searched; lazy: names are folded at the first search in a language. */
export const itemSearch = (items: readonly ReturnItem[]) => {
  const namesByLanguage = new Map<Language, readonly Name[]>();

  const namesIn = (language: Language): readonly Name[] => {
    const names = namesByLanguage.get(language) ?? items.map((item) => nameOf(returnItemLabel(item, language)));
    namesByLanguage.set(language, names);
    return names;
  };

  return (text: string, language: Language, limit = 20): ReturnItem[] => {
    const query = fold(text);
    const parts = words(query);
    const typed = text.replace(/[\s-]/g, '');
    const ean = normaliseEan(text);
    const names = namesIn(language);
    const others = languages.filter((other) => other !== language).map(namesIn);

    const rankOf = (item: ReturnItem, index: number): number => {
      const name = names[index];
      if (item.ean === ean || item.code === typed.toUpperCase() || name?.text === query) return 0;
      if (isNumberOf(item, typed)) return 1;
      // Every name would begin with signs alone, which fold to nothing.
      if (query === '') return typed === '' ? 1 : Infinity;
      if (name?.text.startsWith(query)) return 2;
      if (beginsWords(name, parts)) return 3;
      if (parts.every((part) => name?.text.includes(part))) return 4;
      return others.some((other) => beginsWords(other[index], parts)) ? 5 : Infinity;
    };

    return items
      .map((item, index) => ({ item, rank: rankOf(item, index) }))
      .filter(({ rank }) => rank < Infinity)
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, limit)
      .map(({ item }) => item);
  };
};

/** By name (shortened, any order, other languages last), EAN, its digits, or code: the likeliest first, `limit` at most. Blank text finds all from the beginning. */
export const searchReturnItems = itemSearch(returnItems);
