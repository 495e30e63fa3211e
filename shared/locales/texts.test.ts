import { describe, expect, test } from '@jest/globals';
import type { Language } from '#shared/regions.ts';
import { languages } from '#shared/regions.ts';
import { emailTexts } from './email-texts.ts';
import { texts } from './texts.ts';

const leaves = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
        leaves(inner, path ? `${path}.${key}` : key),
      );

const byLanguage = Object.fromEntries(
  languages.map((language) => [language, new Map(leaves({ ...texts[language], emails: emailTexts[language] }))]),
) as Record<Language, Map<string, string>>;
const placeholders = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

// French counts one form more than the others.
const isFrenchPlural = (key: string) => key.endsWith('_many');

test.each(languages)('emails call the roles as the page does (%s)', (language) =>
  expect(emailTexts[language].notice.roles.names).toEqual(texts[language].users.roles),
);

describe.each(['de', 'fr'] as const)('%s', (language) => {
  test('has the keys of English and no others', () => {
    expect([...byLanguage[language].keys()].filter((key) => !isFrenchPlural(key)).sort()).toEqual(
      [...byLanguage.en.keys()].sort(),
    );
  });

  test.each([...byLanguage.en])('%s has the same placeholders', (key, english) => {
    expect(placeholders(byLanguage[language].get(key))).toEqual(placeholders(english));
  });
});

describe.each(languages)('%s', (language) => {
  test.each([...byLanguage[language]])('%s is written as a typesetter would', (_, text) => {
    expect(text).toBe(text.trim());
    expect(text).not.toBe('');
    // Straight quotes and apostrophes, three dots, double spaces.
    expect(text).not.toMatch(/['"]|\.\.\.| {2}/);
  });
});

test.each([...byLanguage.fr])('French: %s keeps its double signs on the line', (_, text) => {
  expect(text).not.toMatch(/[^\u00A0][:»]|«[^\u00A0]/);
  // Narrow before these, as Lexique des règles typographiques has it.
  expect(text).not.toMatch(/[^\u202F][?!;]/);
});

test.each([...byLanguage.de])('German: %s is formal', (_, text) => {
  expect(text).not.toMatch(/\b(du|dein|deine|deiner|dich|dir|euch|euer)\b/i);
});

test.each([...byLanguage.de])(
  'German: the dots of %s stay on the line of their word, and Uhr on that of its time',
  (_, text) => {
    expect(text).not.toMatch(/[^\u00A0](…|Uhr\b)/);
  },
);
