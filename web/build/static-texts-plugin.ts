import type { Plugin } from 'vite';
import { languages } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import type { Texts } from '#shared/locales/texts.ts';

const prefix = 'virtual:static-texts/';

/** Groups of texts that the prerendered pages use. */
const groups = [
  'errors',
  'validation',
  'login',
  'password',
  'setPassword',
  'forgotPassword',
  'session',
  'moved',
  'landing',
  'failure',
  'common',
] as const satisfies readonly (keyof Texts)[];

/** Selects the texts of the prerendered pages, a quarter of all texts; the others would delay these pages. */
export const selectStaticTexts = (language: Language) => {
  const { siteName, alerts, opensInNewTab } = texts[language].shell;
  const selected = Object.fromEntries(groups.map((group) => [group, texts[language][group]]));
  return { ...selected, shell: { siteName, alerts, opensInNewTab } };
};

/** Serves the texts of the prerendered pages as a module for each language. */
export const staticTextsPlugin = (): Plugin => ({
  name: 'static-texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load: (id) => {
    const language = languages.find((each) => id === `\0${prefix}${each}`);
    return language && `export default ${JSON.stringify(selectStaticTexts(language))};`;
  },
});
