import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { Prefix } from '#shared/config/regions.ts';
import { createStore } from '#web/browser/store.ts';

type Messages = I18nProviderProps.Messages;

/** Cloudscape's built-in messages, loaded for the current language only. Locales must match Cloudscape's exactly: `en-GB`, `de`, `fr`. */
const messagesByPrefix = {
  UK: { locale: 'en-GB', load: () => import('@cloudscape-design/components/i18n/messages/all.en-GB') },
  DE: { locale: 'de', load: () => import('@cloudscape-design/components/i18n/messages/all.de') },
  FR: { locale: 'fr', load: () => import('@cloudscape-design/components/i18n/messages/all.fr') },
} as const satisfies Record<Prefix, { locale: string; load: () => Promise<{ default: Messages }> }>;

export const cloudscapeTexts = createStore<{ readonly locale: string; readonly messages: readonly Messages[] }>({
  locale: '',
  messages: [],
});

// Set by the first page that uses Cloudscape, so that other pages do not load its messages.
let isNeeded = false;
let currentPrefix: Prefix | undefined;

const load = async () => {
  if (!isNeeded || !currentPrefix) return;
  const prefix = currentPrefix;
  const { locale, load: loadMessages } = messagesByPrefix[prefix];
  if (cloudscapeTexts.get().locale === locale) return;
  const messages = [(await loadMessages()).default];
  // The language may have changed during the import.
  if (prefix === currentPrefix) cloudscapeTexts.set({ locale, messages });
};

/** Loads the texts of the current language, now and after each change of the language. */
export const loadCloudscapeTexts = (): Promise<void> => {
  isNeeded = true;
  return load();
};

export const setCloudscapeLanguage = (prefix: Prefix) => {
  currentPrefix = prefix;
  return load();
};
