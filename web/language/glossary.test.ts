import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/regions.ts';
import { languages } from '#shared/regions.ts';
import { allTextsOf } from '#web/testing/all-texts.ts';

const root = join(import.meta.dirname, '../..');

const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| thing'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, thing = '', en = '', de = '', fr = '', not = '']) => ({ thing, en, de, fr, not }));

const wordsOf = (cell: string) => cell.split(', ').filter((word) => word !== '');
const refusedIn = (language: Language) =>
  rows.flatMap(({ not }) =>
    not
      .split('; ')
      .filter((part) => part.startsWith(`${language}: `))
      .flatMap((part) => wordsOf(part.slice(4))),
  );

/** A word by itself; a longer one that begins with it counts where the word is only looked for (plural, inflection). */
const found = (word: string, text: string) => text.toLowerCase().includes(word.toLowerCase());
const standsAlone = (word: string, text: string) => {
  const at = text.indexOf(word);
  return at !== -1 && !/\p{L}/u.test(text[at - 1] ?? '') && !/\p{L}/u.test(text[at + word.length] ?? '');
};

test('the glossary is a table of things', () => {
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ thing, en, de, fr }) => [thing, en, de, fr].includes(''))).toEqual([]);
});

describe.each(languages)('%s', (language) => {
  const all = allTextsOf(language);

  test.each(rows.flatMap((row) => wordsOf(row[language])))('“%s” is what the texts say', (word) => {
    expect(all.some(([, text]) => found(word, text))).toBe(true);
  });

  test.each(refusedIn(language))('“%s” is what no text says', (word) => {
    expect(all.filter(([, text]) => standsAlone(word, text))).toEqual([]);
  });
});
