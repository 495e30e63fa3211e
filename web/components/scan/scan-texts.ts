import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Language } from '#shared/config/regions.ts';
import type { Texts as AllTexts } from '#shared/locales/texts.ts';
import { createStore } from '#web/browser/store.ts';
import type { Texts, Translate } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { createTranslator } from '#web/i18n/translator.ts';

/** Functions that load the texts about scanning, which the booking pages call once they are shown. */
const textLoaders: Readonly<Record<Language, () => Promise<{ default: AllTexts['scan'] }>>> = {
  en: () => import('#shared/locales/scan.en.json'),
  de: () => import('#shared/locales/scan.de.json'),
  fr: () => import('#shared/locales/scan.fr.json'),
};

const translators = createStore<{ readonly [L in Language]?: Translate }>({});

const loadLanguage = async (language: Language) => {
  const { default: scan } = await textLoaders[language]();
  translators.set({ ...translators.get(), [language]: createTranslator({ scan }, language) });
};

/** Returns the page's texts with those about scanning, which are empty until they are loaded. */
export const useScanTexts = (): Texts => {
  const texts = useTexts();
  const { language } = texts;
  const translate = useSyncExternalStore(translators.subscribe, translators.get)[language];
  const isMissing = translate === undefined;
  useEffect(() => {
    // A failure is ignored, because scanning works without its texts.
    if (isMissing) loadLanguage(language).catch(() => undefined);
  }, [isMissing, language]);
  return useMemo(
    () => ({
      ...texts,
      t: (key, values) => (key.startsWith('scan.') ? (translate?.(key, values) ?? '') : texts.t(key, values)),
    }),
    [texts, translate],
  );
};
