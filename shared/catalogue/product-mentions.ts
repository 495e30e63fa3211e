import { languages } from '#shared/config/regions.ts';
import type { ReturnItem } from './returns.ts';
import { toReturnItemLabel, returnItems } from './returns.ts';

const toWords = (text: string): Set<string> =>
  new Set(
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu),
  );

type ItemNames = {
  readonly item: ReturnItem;
  readonly names: readonly string[];
  /** Words of each of the names. */
  readonly nameWordSets: readonly ReadonlySet<string>[];
  /** Words of all names. */
  readonly words: ReadonlySet<string>;
};

const itemNames: readonly ItemNames[] = returnItems.map((item) => {
  const names = languages.map((language) => toReturnItemLabel(item, language));
  const nameWordSets = names.map(toWords);
  return {
    item,
    names,
    nameWordSets,
    words: new Set(nameWordSets.flatMap((nameWords) => [...nameWords])),
  };
});

const namesByKey = new Map(itemNames.map((entry) => [entry.item.key, entry]));

const frequencies = new Map<string, number>();
for (const { words } of itemNames) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);

/** Number of products above which a shared word identifies none of them. Stop words never identify a product. */
const maxFrequency = 30;
const stopWords: ReadonlySet<string> = new Set(['avec', 'game', 'games', 'jeux', 'plus', 'pour', 'with']);

const isDistinctive = (word: string) => {
  const frequency = frequencies.get(word);
  return frequency !== undefined && frequency <= maxFrequency && /\p{L}{4}/u.test(word) && !stopWords.has(word);
};

const isSubset = (words: ReadonlySet<string>, superset: ReadonlySet<string>) =>
  [...words].every((word) => superset.has(word));

/** Multi-word names, keyed by their rarest word, so that a description is not compared with every product. */
const namesByWord = new Map<string, { readonly item: ReturnItem; readonly nameWords: ReadonlySet<string> }[]>();
for (const { item, nameWordSets } of itemNames) {
  for (const nameWords of nameWordSets) {
    const [rarestWord] = [...nameWords].toSorted((a, b) => (frequencies.get(a) ?? 0) - (frequencies.get(b) ?? 0));
    if (rarestWord === undefined || nameWords.size === 1) continue;
    namesByWord.set(rarestWord, [...(namesByWord.get(rarestWord) ?? []), { item, nameWords }]);
  }
}

/**
 * Returns whether a description names a different product: it contains the full name of another product but not that of
 * this one, or words of other names but none of this one. The result is only a hint; the row is never rejected.
 */
export const mentionsOtherProduct = (description: string, product: string): boolean => {
  const ownNames = namesByKey.get(product);
  if (!ownNames) return false;
  // Most descriptions start with the product's own name, so this check makes the others unnecessary. At the end of the
  // text, `charAt` returns ''.
  if (
    ownNames.names.some((name) => description.startsWith(name) && ['', ' '].includes(description.charAt(name.length)))
  )
    return false;
  const words = toWords(description);
  if (ownNames.nameWordSets.some((nameWords) => isSubset(nameWords, words))) return false;
  const namesOtherProduct = [...words].some((word) =>
    namesByWord
      .get(word)
      ?.some(
        ({ item, nameWords }) =>
          item !== ownNames.item && isSubset(nameWords, words) && !isSubset(nameWords, ownNames.words),
      ),
  );
  if (namesOtherProduct) return true;
  const distinctiveWords = [...words].filter(isDistinctive);
  return distinctiveWords.length > 0 && ![...words].some((word) => word.length > 3 && ownNames.words.has(word));
};
