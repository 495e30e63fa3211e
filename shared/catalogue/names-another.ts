import { languages } from '#shared/regions.ts';
import type { ReturnItem } from './returns.ts';
import { returnItemLabel, returnItems } from './returns.ts';

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu),
  );

type Named = {
  readonly item: ReturnItem;
  readonly names: readonly string[];
  readonly labels: readonly ReadonlySet<string>[];
  readonly words: ReadonlySet<string>;
};

const named: readonly Named[] = returnItems.map((item) => {
  const names = languages.map((language) => returnItemLabel(item, language));
  const labels = names.map(wordsOf);
  return {
    item,
    names,
    labels,
    words: new Set(labels.flatMap((label) => [...label])),
  };
});

const namedByKey = new Map(named.map((one) => [one.item.key, one]));

const frequencies = new Map<string, number>();
for (const { words } of named) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);

/** A word of many products tells none of them apart, and neither do these. */
const mostCommon = 30;
const small: ReadonlySet<string> = new Set(['avec', 'game', 'games', 'jeux', 'plus', 'pour', 'with']);

const isTelling = (word: string) => {
  const frequency = frequencies.get(word);
  return frequency !== undefined && frequency <= mostCommon && /\p{L}{4}/u.test(word) && !small.has(word);
};

const isWithin = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...words].every((word) => others.has(word));

/** Names of several words, each under the one that the fewest products have: so that a description needs not be held against all of them. */
const namesByWord = new Map<string, { readonly item: ReturnItem; readonly label: ReadonlySet<string> }[]>();
for (const { item, labels } of named) {
  for (const label of labels) {
    const [rarest] = [...label].toSorted((one, other) => (frequencies.get(one) ?? 0) - (frequencies.get(other) ?? 0));
    if (rarest === undefined || label.size === 1) continue;
    namesByWord.set(rarest, [...(namesByWord.get(rarest) ?? []), { item, label }]);
  }
}

/** Another's whole name and not its own, or words of others' names and none of its own. Worth a hint, never refused. */
export const namesAnother = (description: string, product: string): boolean => {
  const own = namedByKey.get(product);
  if (!own) return false;
  // Most often it begins with the product's own name, letter by letter.
  if (own.names.some((name) => description.startsWith(name) && ' '.includes(description.charAt(name.length))))
    return false;
  const words = wordsOf(description);
  if (own.labels.some((label) => isWithin(label, words))) return false;
  const isNamed = [...words].some((word) =>
    namesByWord
      .get(word)
      ?.some(({ item, label }) => item !== own.item && isWithin(label, words) && !isWithin(label, own.words)),
  );
  if (isNamed) return true;
  const telling = [...words].filter(isTelling);
  return telling.length > 0 && ![...words].some((word) => word.length > 3 && own.words.has(word));
};
