import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { ComponentType } from 'react';
import type { Prefix } from '#shared/regions.ts';
import { createStore } from '#web/browser/store.ts';

type Messages = I18nProviderProps.Messages;

/** Cloudscape's own words, of the current language only. Its locales match to the letter: `en-GB`, `de`, `fr`. */
const sources = {
  UK: { locale: 'en-GB', load: () => import('@cloudscape-design/components/i18n/messages/all.en-GB') },
  DE: { locale: 'de', load: () => import('@cloudscape-design/components/i18n/messages/all.de') },
  FR: { locale: 'fr', load: () => import('@cloudscape-design/components/i18n/messages/all.fr') },
} as const satisfies Record<Prefix, { locale: string; load: () => Promise<{ default: Messages }> }>;

export const cloudscapeTexts = createStore<{ readonly locale: string; readonly messages: readonly Messages[] }>({
  locale: '',
  messages: [],
});

// Pages without Cloudscape never pay for its words.
let isNeeded = false;
let current: Prefix | undefined;

const load = async () => {
  if (!isNeeded || !current) return;
  const wanted = current;
  const { locale, load: loadMessages } = sources[wanted];
  if (cloudscapeTexts.get().locale === locale) return;
  const messages = [(await loadMessages()).default];
  // Meanwhile another language may have been chosen.
  if (wanted === current) cloudscapeTexts.set({ locale, messages });
};

export const setCloudscapeLanguage = (prefix: Prefix) => {
  current = prefix;
  return load();
};

export const withCloudscape =
  <Props extends object>(loadInner: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    isNeeded = true;
    const [{ withCloudscapeTexts }, Inner] = await Promise.all([import('./cloudscape.tsx'), loadInner(), load()]);
    return withCloudscapeTexts(Inner);
  };
