import { createHash } from 'node:crypto';
import { languages } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import type { MainPage } from './pages.ts';

const toKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the name of a page's contact sheet in docs/pictures, which shows the page in every language and two widths. */
export const toSheetFileName = (name: MainPage) => `${toKebabCase(name)}.webp`;

/** The README's pictures, one for each color scheme. */
export const readmePictures = { light: 'readme-light.webp', dark: 'readme-dark.webp' } as const;

/** Returns a hash of a page's readings (accessibility snapshots as text) in all languages, which changes with the page's structure. */
export const computeFingerprint = (readings: Readonly<Record<Language, string>>) =>
  createHash('sha256')
    .update(languages.map((language) => readings[language].trim()).join('\n\n'))
    .digest('hex');
