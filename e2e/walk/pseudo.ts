const accentedVowels = [...'åëïøüÿÅËÏØÜŸ'];
const accents = Object.fromEntries([...'aeiouyAEIOUY'].map((vowel, index) => [vowel, accentedVowels[index]]));

// Pseudo-locale: English texts made longer and accented, to find layouts that do not fit translations.

/** Share by which texts usually grow when English is translated. */
const growth = 0.4;

/**
 * Lengthens a word by repeating its vowels, because long words break layouts, and adds accents, which make texts outside
 * the locale files noticeable.
 */
const stretchWord = (word: string) => {
  const letters = [...word];
  const vowelIndexes = letters.flatMap((letter, index) => (accents[letter] ? [index] : []));
  const repeatedIndexes = vowelIndexes.length > 0 ? vowelIndexes : [letters.length - 1];
  const copyCounts = letters.map(() => 1);
  for (let extra = 0; extra < Math.ceil(letters.length * growth); extra += 1) {
    const index = repeatedIndexes[extra % repeatedIndexes.length] ?? 0;
    copyCounts[index] = (copyCounts[index] ?? 1) + 1;
  }
  return letters.map((letter, index) => (accents[letter] ?? letter).repeat(copyCounts[index] ?? 1)).join('');
};

/** Converts a text to the pseudo-locale: at least 40 % longer, with unchanged placeholders. */
export const stretchText = (text: string): string =>
  text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : part.replaceAll(/\p{L}+/gu, stretchWord)))
    .join('');

export const stretchAllTexts = <Value>(value: Value): Value => {
  if (typeof value === 'string') return stretchText(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stretchAllTexts(inner)])) as Value;
};

/** Stretches all texts of a built language chunk, so that the product needs no support for the pseudo-locale. */
export const stretchChunk = async (source: string): Promise<string> => {
  const chunk: Readonly<Record<string, unknown>> = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return Object.entries(chunk)
    .map(
      ([name, value], index) =>
        `const v${index} = ${JSON.stringify(stretchAllTexts(value))}; export { v${index} as ${name} };`,
    )
    .join('\n');
};
