import { expect, test } from '@jest/globals';
import { texts } from '#shared/locales/texts.ts';
import { stretchText, stretchChunk, stretchAllTexts } from './pseudo.ts';

const collectTexts = (value: object): string[] =>
  Object.values(value).flatMap((inner: unknown) =>
    typeof inner === 'string' ? [inner] : collectTexts(inner as object),
  );
const countLetters = (text: string) => text.replaceAll(/\{\w+\}/g, '').match(/\p{L}/gu)?.length ?? 0;

test('stretchAllTexts makes every text at least 40 % longer and keeps its placeholders', () => {
  const originalTexts = collectTexts(texts.en);
  const stretchedTexts = collectTexts(stretchAllTexts(texts.en));
  expect(stretchedTexts).toHaveLength(originalTexts.length);
  originalTexts.forEach((text, index) => {
    const stretchedText = stretchedTexts[index] ?? '';
    expect(countLetters(stretchedText)).toBeGreaterThanOrEqual(1.4 * countLetters(text));
    expect(stretchedText.match(/\{\w+\}/g)).toEqual(text.match(/\{\w+\}/g));
  });
});

test.each([
  ['Book a repair', 'Bøøøøk åå rëëpååïïr'],
  ['{done} of {total}', '{done} øøf {total}'],
  ['© 2026: 40 %', '© 2026: 40 %'],
])('stretches “%s” to “%s”', (text, stretchedText) => expect(stretchText(text)).toBe(stretchedText));

test('stretchChunk keeps the export names of a language chunk', async () => {
  const chunk = await stretchChunk('var e={open:`Open`},t={find:e};export{t as default,e as find};');
  const module = (await import(`data:text/javascript,${encodeURIComponent(chunk)}`)) as object;
  expect({ ...module }).toEqual({ default: { find: { open: 'ØØpëën' } }, find: { open: 'ØØpëën' } });
});
