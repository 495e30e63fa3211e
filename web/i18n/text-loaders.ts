import type { Language } from '#shared/config/regions.ts';
import type { Texts } from '#shared/locales/texts.ts';

/** Functions that load the texts of all pages by language, each in its own chunk; `scan-texts.ts` loads those about scanning. This module is separate, because i18n.ts is loaded later. */
export const textLoaders: Record<Language, () => Promise<{ default: Omit<Texts, 'scan'> }>> = {
  en: async () => ({ default: (await import('#shared/locales/en.ts')).en }),
  de: () => import('#shared/locales/de.json'),
  fr: () => import('#shared/locales/fr.json'),
};
