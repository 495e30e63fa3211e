import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { texts } from '#shared/locales/texts.ts';
import type { Language } from '#shared/regions.ts';

const legal = join(import.meta.dirname, '../features/legal/texts');

export const leaves = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));

/** Every text of a language by where it stands: page, emails and legal documents. */
export const allTextsOf = (language: Language): [string, string][] => [
  ...leaves(texts[language]),
  ...leaves(emailTexts[language], 'emails'),
  ...readdirSync(legal)
    .filter((name) => name.endsWith(`.${language}.json`))
    .flatMap((name) => leaves(JSON.parse(readFileSync(join(legal, name), 'utf8')), name)),
];
