import type { Plugin } from 'vite';
import { texts } from '#shared/locales/texts.ts';
import type { Texts } from '#shared/locales/texts.ts';

const name = 'virtual:built-in-texts';

/** Selects the texts of error pages, and `firstWords`: the texts while the page loads and for browsers without JavaScript. */
const selectTexts = ({ shell, pageErrors, firstWords }: Texts) => ({
  siteName: shell.siteName,
  home: pageErrors.home,
  ...pageErrors.error,
  outageTitle: pageErrors.outage.title,
  outageText: pageErrors.outage.text,
  retry: pageErrors.outage.retry,
  ...firstWords,
});
const builtInTexts = Object.entries(texts).map(([language, allTexts]) => [language, selectTexts(allTexts)] as const);

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const renderParagraphs = (key: 'loading' | 'noScript') =>
  builtInTexts.map(([language, selected]) => `<p lang="${language}">${escapeHtml(selected[key])}</p>`).join('');

export const insertBuiltInTexts = (html: string): string =>
  html
    .replaceAll('%siteName%', escapeHtml(selectTexts(texts.en).siteName))
    .replaceAll('%loading%', renderParagraphs('loading'))
    .replaceAll('%noScript%', renderParagraphs('noScript'));

/**
 * Builds in the texts that are needed before a language is loaded: inserts them into the document, and serves them as a
 * virtual module, which the error page uses if no language can be loaded.
 */
export const builtInTextsPlugin = (): Plugin => ({
  name: 'built-in-texts',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) =>
    id === `\0${name}` ? `export const builtInTexts = ${JSON.stringify(Object.fromEntries(builtInTexts))};` : undefined,
  transformIndexHtml: insertBuiltInTexts,
});
