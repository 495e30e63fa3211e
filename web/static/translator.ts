import type { Language, Prefix } from '#shared/config/regions.ts';
import { prefixes } from '#shared/config/regions.ts';
import type { Texts, Translate } from '#web/i18n/i18n.ts';
import { createTexts, setTexts } from '#web/i18n/i18n.ts';

const findText = (texts: object, key: string): string | undefined => {
  let found: unknown = texts;
  for (const part of key.split('.'))
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, part) ? Reflect.get(found, part) : undefined;
  return typeof found === 'string' ? found : undefined;
};

/**
 * Creates the translation function of a prerendered page. It does what i18next does for the application, because that
 * would be an eighth of the page's scripts (docs/decisions/38).
 */
export const createStaticTranslator = (texts: object, language: Language): Translate => {
  const numberFormat = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);
  const formatValue = (value: string | number = '') => (typeof value === 'number' ? numberFormat.format(value) : value);
  return (key, values = {}) => {
    const { count } = values;
    const plural =
      typeof count === 'number'
        ? (findText(texts, `${key}_${plurals.select(count)}`) ?? findText(texts, `${key}_other`))
        : undefined;
    const text = plural ?? findText(texts, key) ?? key;
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => formatValue(values[name]));
  };
};

/** Sets the language of a prerendered page, whose `source` has only the texts that it needs. */
export const setStaticTexts = (prefix: Prefix, source: object): Texts => {
  const texts = createTexts(createStaticTranslator(source, prefixes[prefix].language), prefix);
  setTexts(texts);
  return texts;
};
