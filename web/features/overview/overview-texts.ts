import { useEffect, useState } from 'react';
import type { Language } from '#shared/config/regions.ts';
import type { OverviewTexts } from '#shared/locales/overview-texts.ts';
import type { Leaves } from '#shared/locales/texts.ts';
import type { PluralKey, Texts, Translate } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { createTranslator } from '#web/i18n/translator.ts';
import { loadChunk } from '#web/ui/chunks.ts';

type LeafKey = Leaves<OverviewTexts>;
export type OverviewKey = LeafKey | PluralKey<LeafKey>;

/** Texts of the page; `tOverview` translates the overview's own texts, which are loaded separately. */
export type AllTexts = Texts & { readonly tOverview: Translate<OverviewKey> };

const importByLanguage: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('#shared/locales/overview.en.json'),
  de: () => import('#shared/locales/overview.de.json'),
  fr: () => import('#shared/locales/overview.fr.json'),
};

const translatorByLanguage = new Map<Language, Translate<OverviewKey>>();

export const loadOverviewTexts = async (language: Language): Promise<Translate<OverviewKey>> => {
  const { default: texts } = await loadChunk(importByLanguage[language]);
  const translate = translatorByLanguage.get(language) ?? createTranslator<OverviewKey>(texts, language);
  translatorByLanguage.set(language, translate);
  return translate;
};

/** Returns the texts of the overview in the page's language; undefined while they are loading. */
export const useOverviewTexts = (): AllTexts | undefined => {
  const texts = useTexts();
  const { language } = texts;
  // This state only causes another render once `translatorByLanguage` has the texts.
  const [, setLoadedLanguage] = useState<Language>();
  useEffect(() => {
    let isCurrent = true;
    void loadOverviewTexts(language).then(() => isCurrent && setLoadedLanguage(language));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const tOverview = translatorByLanguage.get(language);
  return tOverview && { ...texts, tOverview };
};
