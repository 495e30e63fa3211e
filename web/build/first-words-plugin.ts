import type { Plugin } from 'vite';
import { texts } from '#shared/locales/texts.ts';
import type { Texts } from '#shared/locales/texts.ts';

const name = 'virtual:first-words';

const selectWords = ({ shell, pageErrors, firstWords }: Texts) => ({
  siteName: shell.siteName,
  home: pageErrors.home,
  ...pageErrors.error,
  outageTitle: pageErrors.outage.title,
  outageText: pageErrors.outage.text,
  retry: pageErrors.outage.retry,
  ...firstWords,
});
const wordsByLanguage = Object.entries(texts).map(([language, all]) => [language, selectWords(all)] as const);

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const renderParagraphs = (key: 'loading' | 'noScript') =>
  wordsByLanguage.map(([language, words]) => `<p lang="${language}">${escapeHtml(words[key])}</p>`).join('');

export const insertFirstWords = (html: string): string =>
  html
    .replaceAll('%siteName%', escapeHtml(selectWords(texts.en).siteName))
    .replaceAll('%loading%', renderParagraphs('loading'))
    .replaceAll('%noScript%', renderParagraphs('noScript'));

/**
 * Inserts the texts that are needed before a language is loaded into the document, and serves them as a virtual module
 * for the case that no language can be loaded.
 */
export const firstWordsPlugin = (): Plugin => ({
  name: 'first-words',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) =>
    id === `\0${name}`
      ? `export const firstWords = ${JSON.stringify(Object.fromEntries(wordsByLanguage))};`
      : undefined,
  transformIndexHtml: insertFirstWords,
});
