import type { Plugin } from 'vite';
import { texts } from '#shared/locales/texts.ts';
import type { Texts } from '#shared/locales/texts.ts';

const name = 'virtual:first-words';

const wordsOf = ({ shell, pageErrors, firstWords }: Texts) => ({
  siteName: shell.siteName,
  home: pageErrors.home,
  ...pageErrors.error,
  outageTitle: pageErrors.outage.title,
  outageText: pageErrors.outage.text,
  retry: pageErrors.outage.retry,
  ...firstWords,
});
const words = Object.entries(texts).map(([language, all]) => [language, wordsOf(all)] as const);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const inAll = (word: 'loading' | 'noScript') =>
  words.map(([language, of]) => `<p lang="${language}">${escaped(of[word])}</p>`).join('');

export const withFirstWords = (html: string): string =>
  html
    .replaceAll('%siteName%', escaped(wordsOf(texts.en).siteName))
    .replaceAll('%loading%', inAll('loading'))
    .replaceAll('%noScript%', inAll('noScript'));

/** The words that are needed before, or without, a language: in the document itself, and for when no language could be loaded. */
export const firstWordsPlugin = (): Plugin => ({
  name: 'first-words',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) =>
    id === `\0${name}` ? `export const firstWords = ${JSON.stringify(Object.fromEntries(words))};` : undefined,
  transformIndexHtml: withFirstWords,
});
