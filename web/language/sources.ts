import type { Texts } from '#shared/locales/texts.ts';
import type { Language } from '#shared/regions.ts';

/** The texts, a file for each language: only those that are spoken are ever loaded. Apart from what says them, which comes later. */
export const textSources: Record<Language, () => Promise<{ default: Texts }>> = {
  en: async () => ({ default: (await import('#shared/locales/en.ts')).en }),
  de: () => import('#shared/locales/de.json'),
  fr: () => import('#shared/locales/fr.json'),
};
