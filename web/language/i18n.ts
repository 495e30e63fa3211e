import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { CalendarDate } from '#shared/dates.ts';
import type { TextKey as LeafKey, Texts as AllTexts } from '#shared/locales/texts.ts';
import { defaultPrefix, prefixes } from '#shared/regions.ts';
import type { Language, Prefix } from '#shared/regions.ts';
import { loadChunk } from '#web/ui/chunks.ts';

type PluralKey<Key> = Key extends `${infer Stem}_other` ? Stem : never;
/** A text, or the stem of one with plurals (then `values` carry `count`). */
export type TextKey = LeafKey | PluralKey<LeafKey>;

/** Only the current language is ever loaded. */
const load: Record<Language, () => Promise<{ default: AllTexts }>> = {
  en: () => import('#shared/locales/en.json'),
  de: () => import('#shared/locales/de.json'),
  fr: () => import('#shared/locales/fr.json'),
};

const started = i18next.use(initReactI18next).init({
  resources: {},
  lng: 'none',
  fallbackLng: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false },
});

const loadTexts = async (language: Language, wanted?: string) => {
  await started;
  if (i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', (await loadChunk(load[language], wanted)).default);
};

/** Whether there is a language to show anything in. */
export const hasTexts = (): boolean => i18next.hasResourceBundle(i18next.language, 'translation');

/** Shows everything in the language of a prefix from now on. `wanted` is the address that it is for, where one is on the way. */
export const setLanguage = async (prefix: Prefix, wanted?: string) => {
  const { language, locale } = prefixes[prefix];
  await loadTexts(language, wanted);
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = locale;
};

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Memoized: making a format takes fifty times as long as using it, and a list has thousands of dates. */
const format = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
};

const languages = Object.values(prefixes);

const wording = (
  t: (key: string, values: Readonly<Record<string, string | number>>) => string,
  { language, locale }: (typeof languages)[number],
) => ({
  t: ((key, values = {}) => t(key, values)) satisfies Translate as Translate,
  language,
  locale,
  /** DD/MM/YYYY or as the locale writes it. */
  formatDate: (calendarDate: CalendarDate) =>
    format(locale, { ...date, timeZone: 'UTC' }).format(new Date(calendarDate)),
  /** With the month spelled out, as documents are dated: 6 June 2024. */
  formatLongDate: (calendarDate: CalendarDate) =>
    format(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(calendarDate)),
  /** The date and time of an ISO instant on the clocks of a time zone (IANA name). */
  formatInstant: (iso: string, timeZone: string) =>
    format(locale, { ...date, ...time, timeZone }).format(new Date(iso)),
  /** The hour and minute on the reader's own clock, or on the clocks of a time zone (IANA name). */
  formatTime: (milliseconds: number, timeZone?: string) =>
    format(locale, { ...time, ...(timeZone !== undefined && { timeZone }) }).format(milliseconds),
  /** With the locale's separators. */
  formatNumber: (value: number) => value.toLocaleString(locale),
});

/** The texts and formats of the current language; the component follows a switch. */
export const useTexts = () => {
  const { t, i18n } = useTranslation();
  return wording(t, languages.find((known) => known.language === i18n.language) ?? prefixes[defaultPrefix]);
};

/** The texts and formats of a prefix's language, whatever the page speaks: for what is printed and handed on. */
export const textsIn = async (prefix: Prefix): Promise<Texts> => {
  const found = prefixes[prefix];
  await loadTexts(found.language);
  return wording(i18next.getFixedT(found.language), found);
};

/** What a function that words things takes. */
export type Texts = ReturnType<typeof useTexts>;
