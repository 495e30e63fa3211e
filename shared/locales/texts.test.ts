import { describe, expect, test } from '@jest/globals';
import type { Language } from '#shared/config/regions.ts';
import { languages } from '#shared/config/regions.ts';
import { emailTexts } from './email-texts.ts';
import { overviewTexts } from './overview-texts.ts';
import { texts } from './texts.ts';

const listTexts = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
        listTexts(inner, path ? `${path}.${key}` : key),
      );

const textsByLanguage = Object.fromEntries(
  languages.map((language) => [
    language,
    new Map(listTexts({ ...texts[language], emails: emailTexts[language], overview: overviewTexts[language] })),
  ]),
) as Record<Language, Map<string, string>>;
const findPlaceholders = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

// French has one more plural form than the other languages.
const isFrenchPlural = (key: string) => key.endsWith('_many');

test.each(languages)('names the roles in emails as on the page (%s)', (language) =>
  expect(emailTexts[language].notice.roles.names).toEqual(texts[language].users.roles),
);

describe.each(['de', 'fr'] as const)('the locale %s', (language) => {
  test('has exactly the keys of English', () => {
    expect([...textsByLanguage[language].keys()].filter((key) => !isFrenchPlural(key)).sort()).toEqual(
      [...textsByLanguage.en.keys()].sort(),
    );
  });

  test.each([...textsByLanguage.en])('%s has the same placeholders', (key, english) => {
    expect(findPlaceholders(textsByLanguage[language].get(key))).toEqual(findPlaceholders(english));
  });
});

describe.each(languages)('the locale %s', (language) => {
  test.each([...textsByLanguage[language]])('%s uses typographic punctuation', (_, text) => {
    expect(text).toBe(text.trim());
    expect(text).not.toBe('');
    // Straight quotes and apostrophes, three dots, double spaces.
    expect(text).not.toMatch(/['"]|\.\.\.| {2}/);
  });
});

test.each([...textsByLanguage.fr])('French: %s has non-breaking spaces around punctuation', (_, text) => {
  expect(text).not.toMatch(/[^\u00A0][:»]|«[^\u00A0]/);
  // Narrow non-breaking space before these, per the Lexique des règles typographiques.
  expect(text).not.toMatch(/[^\u202F][?!;]/);
});

test.each([...textsByLanguage.de])('German: %s uses the formal address', (_, text) => {
  expect(text).not.toMatch(/\b(du|dein|deine|deiner|dich|dir|euch|euer)\b/i);
});

test.each([...textsByLanguage.de])('German: %s has non-breaking spaces before … and Uhr', (_, text) => {
  expect(text).not.toMatch(/[^\u00A0](…|Uhr\b)/);
});

test.each([
  ['en', /correct/i],
  ['de', /korrig|korrekt/i],
  ['fr', /corrig|correct/i],
] as const)('does not use the verb “correct” for editing a booked record (%s)', (language, avoidedVerb) => {
  const keys = /^(repairs\.|returns\.(details|timeline)\.|errors\.(Repair|Return)(?!s?File))/;
  const matchingTexts = [...textsByLanguage[language]].filter(
    ([key, text]) => keys.test(key) && avoidedVerb.test(text),
  );
  expect(matchingTexts).toEqual([]);
});
