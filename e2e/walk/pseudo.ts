const marked = [...'åëïøüÿÅËÏØÜŸ'];
const accents = Object.fromEntries([...'aeiouyAEIOUY'].map((vowel, at) => [vowel, marked[at]]));

/** By how much texts grow when English is translated, as one reckons. */
const growth = 0.4;

/** A longer word rather than more of them: that is what breaks a layout. Its vowels carry marks, so that no text is missed. */
const stretchedWord = (word: string) => {
  const letters = [...word];
  const places = letters.flatMap((letter, at) => (accents[letter] ? [at] : []));
  const grown = places.length > 0 ? places : [letters.length - 1];
  const copies = letters.map(() => 1);
  for (let extra = 0; extra < Math.ceil(letters.length * growth); extra += 1) {
    const at = grown[extra % grown.length] ?? 0;
    copies[at] = (copies[at] ?? 1) + 1;
  }
  return letters.map((letter, at) => (accents[letter] ?? letter).repeat(copies[at] ?? 1)).join('');
};

/** A text in the pseudo-locale: a good 40 % longer; what stands in braces stays. */
export const stretched = (text: string): string =>
  text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : part.replaceAll(/\p{L}+/gu, stretchedWord)))
    .join('');

export const stretchedTexts = <T>(value: T): T => {
  if (typeof value === 'string') return stretched(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stretchedTexts(inner)])) as T;
};

/** A language's chunk, as the build has made it of its JSON, with every text stretched. Nothing in the product knows. */
export const stretchedChunk = async (source: string): Promise<string> => {
  const chunk: Readonly<Record<string, unknown>> = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return Object.entries(chunk)
    .map(
      ([name, value], at) => `const v${at} = ${JSON.stringify(stretchedTexts(value))}; export { v${at} as ${name} };`,
    )
    .join('\n');
};
