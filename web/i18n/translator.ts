import { createInstance } from 'i18next';
import type { Language } from '#shared/config/regions.ts';
import type { TextKey, Translate } from './i18n.ts';

/**
 * Creates the translation function of a language: values replace the names in braces, numbers get the language's
 * separators, and `count` chooses the plural form.
 */
export const createTranslator = <Key extends string = TextKey>(texts: object, language: Language): Translate<Key> => {
  const i18n = createInstance();
  const numberFormat = new Intl.NumberFormat(language);
  void i18n.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    initAsync: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
  const t = i18n.getFixedT(language);
  const formatValue = (value: string | number) => (typeof value === 'number' ? numberFormat.format(value) : value);
  return (key, values = {}) =>
    t(key as string, {
      ...values,
      replace: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value)])),
    });
};
