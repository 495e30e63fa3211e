import { expect, test } from '@jest/globals';
import { texts } from '#shared/locales/texts.ts';
import { stretched, stretchedChunk, stretchedTexts } from './pseudo.ts';

const leaves = (value: object): string[] =>
  Object.values(value).flatMap((inner: unknown) => (typeof inner === 'string' ? [inner] : leaves(inner as object)));
const lettersOf = (text: string) => text.replaceAll(/\{\w+\}/g, '').match(/\p{L}/gu)?.length ?? 0;

test('every text of the page is at least 40 % longer, and what it fills in stays', () => {
  const [before, after] = [leaves(texts.en), leaves(stretchedTexts(texts.en))];
  expect(after).toHaveLength(before.length);
  before.forEach((text, at) => {
    const longer = after[at] ?? '';
    expect(lettersOf(longer)).toBeGreaterThanOrEqual(1.4 * lettersOf(text));
    expect(longer.match(/\{\w+\}/g)).toEqual(text.match(/\{\w+\}/g));
  });
});

test.each([
  ['Book a repair', 'Bøøøøk åå rëëpååïïr'],
  ['{done} of {total}', '{done} øøf {total}'],
  ['© 2026: 40 %', '© 2026: 40 %'],
])('%s', (text, longer) => expect(stretched(text)).toBe(longer));

test('a chunk of a language exports the same names, with longer texts', async () => {
  const chunk = await stretchedChunk('var e={open:`Open`},t={find:e};export{t as default,e as find};');
  const module = (await import(`data:text/javascript,${encodeURIComponent(chunk)}`)) as object;
  expect({ ...module }).toEqual({ default: { find: { open: 'ØØpëën' } }, find: { open: 'ØØpëën' } });
});
