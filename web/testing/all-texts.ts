import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#shared/config/regions.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { texts } from '#shared/locales/texts.ts';

const legalDirectory = join(import.meta.dirname, '../features/legal/texts');

export const leaves = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));

/** Returns all texts of a language as `[path, text]` pairs: pages, emails and legal documents. */
export const allTextsOf = (language: Language): [string, string][] => [
  ...leaves(texts[language]),
  ...leaves(emailTexts[language], 'emails'),
  ...readdirSync(legalDirectory)
    .filter((name) => name.endsWith(`.${language}.json`))
    .flatMap((name) => leaves(JSON.parse(readFileSync(join(legalDirectory, name), 'utf8')), name)),
];
