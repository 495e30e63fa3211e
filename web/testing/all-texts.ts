import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#shared/config/regions.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { overviewTexts } from '#shared/locales/overview-texts.ts';
import { texts } from '#shared/locales/texts.ts';

const legalDirectory = join(import.meta.dirname, '../features/legal/texts');

/** Returns the texts in nested objects as `[path, text]` pairs; a path joins the keys with dots. */
export const flattenTexts = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, inner]) =>
        flattenTexts(inner, path === '' ? key : `${path}.${key}`),
      );

/** Returns all texts of a language as `[path, text]` pairs: pages, emails and legal documents. */
export const collectTexts = (language: Language): [string, string][] => [
  ...flattenTexts(texts[language]),
  ...flattenTexts(overviewTexts[language], 'overview'),
  ...flattenTexts(emailTexts[language], 'emails'),
  ...readdirSync(legalDirectory)
    .filter((name) => name.endsWith(`.${language}.json`))
    .flatMap((name) => flattenTexts(JSON.parse(readFileSync(join(legalDirectory, name), 'utf8')), name)),
];
