import { prefixes } from '#shared/config/regions.ts';
import type { Prefix } from '#shared/config/regions.ts';
import { loadChunk } from '#web/ui/chunks.ts';
import type { Texts } from './i18n.ts';
import { createTexts, setTexts } from './i18n.ts';
import { textLoaders } from './text-loaders.ts';
import { createTranslator } from './translator.ts';

const textsByPrefix = new Map<Prefix, Texts>();

/**
 * Loads the texts and formats of a prefix, independent of the page's language, for printed and exported
 * documents. If the chunk fails to load, the document at `targetUrl` is loaded.
 */
export const loadTexts = async (prefix: Prefix, targetUrl?: string): Promise<Texts> => {
  const { language } = prefixes[prefix];
  const { default: source } = await loadChunk(textLoaders[language], targetUrl);
  const texts = textsByPrefix.get(prefix) ?? createTexts(createTranslator(source, language), prefix);
  textsByPrefix.set(prefix, texts);
  return texts;
};

export const setLanguage = async (prefix: Prefix, targetUrl?: string) => {
  setTexts(await loadTexts(prefix, targetUrl));
  document.documentElement.lang = prefixes[prefix].locale;
};
