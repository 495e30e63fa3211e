import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/config/regions.ts';
import { languages } from '#shared/config/regions.ts';
import { collectTexts } from '#web/testing/all-texts.ts';

const root = join(import.meta.dirname, '../..');

const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| thing'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, thing = '', en = '', de = '', fr = '', forbidden = '']) => ({ thing, en, de, fr, forbidden }));

const splitWords = (cell: string) => cell.split(', ').filter((word) => word !== '');
const listForbiddenWords = (language: Language) =>
  rows.flatMap(({ forbidden }) =>
    forbidden
      .split('; ')
      .filter((part) => part.startsWith(`${language}: `))
      .flatMap((part) => splitWords(part.slice(4))),
  );

/** Finds a word as part of a text, plural and inflected forms included. */
const includesWord = (word: string, text: string) => text.toLowerCase().includes(word.toLowerCase());
const includesWholeWord = (word: string, text: string) => {
  const index = text.indexOf(word);
  return index !== -1 && !/\p{L}/u.test(text[index - 1] ?? '') && !/\p{L}/u.test(text[index + word.length] ?? '');
};

test('the glossary is a complete table', () => {
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ thing, en, de, fr }) => [thing, en, de, fr].includes(''))).toEqual([]);
});

describe.each(languages)('%s', (language) => {
  const texts = collectTexts(language);

  test.each(rows.flatMap((row) => splitWords(row[language])))('uses “%s” in the texts', (word) => {
    expect(texts.some(([, text]) => includesWord(word, text))).toBe(true);
  });

  test.each(listForbiddenWords(language))('does not use “%s” in any text', (word) => {
    expect(texts.filter(([, text]) => includesWholeWord(word, text))).toEqual([]);
  });
});

test.each(['de', 'fr'] as const)('never breaks “e-mail” at its hyphen (%s)', (language) => {
  const texts = collectTexts(language);
  expect(texts.filter(([, text]) => /e\u2011mail/i.test(text)).length).toBeGreaterThan(30);
  // Every other hyphen allows a line break.
  expect(texts.filter(([, text]) => /\be[-\u2010\u00AD]mail/i.test(text))).toEqual([]);
});
