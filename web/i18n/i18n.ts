import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import { defaultPrefix, prefixes } from '#shared/config/regions.ts';
import type { Language, Prefix } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { TextKey as LeafKey } from '#shared/locales/texts.ts';
import { createStore } from '#web/browser/store.ts';
import { loadChunk } from '#web/ui/chunks.ts';
import { textSources } from './sources.ts';

type PluralKey<Key> = Key extends `${infer Stem}_other` ? Stem : never;
/** A text, or the stem of one with plurals (then `values` carry `count`). */
export type TextKey = LeafKey | PluralKey<LeafKey>;

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Creates the translation function of a language: values replace the names in braces, numbers get the language's
 * separators, and `count` chooses the plural form.
 */
export const createTranslator = (texts: object, language: Language): Translate => {
  const i18n = createInstance();
  const number = new Intl.NumberFormat(language);
  void i18n.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    initAsync: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
  const t = i18n.getFixedT(language);
  const formatValue = (value: string | number) => (typeof value === 'number' ? number.format(value) : value);
  return (key, values = {}) =>
    t(key, {
      ...values,
      replace: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value)])),
    });
};

const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Memoized: creating a format takes fifty times as long as using it, and a list has thousands of dates. */
const getFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, options]);
  const dateTimeFormat = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, dateTimeFormat);
  return dateTimeFormat;
};

/** Formats calendar dates. In French the first of a month is "1er janvier", which CLDR's formats don't cover. */
const dateFormat =
  ({ language, locale }: (typeof prefixes)[Prefix], options: Intl.DateTimeFormatOptions) =>
  (calendarDate: CalendarDate) => {
    const text = getFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(calendarDate));
    return language === 'fr' ? text.replace(/(?<!\d)1(?=\s\p{L})/u, '1er') : text;
  };

/** Translation function of a language, and formats of a locale. */
export type Texts = {
  readonly t: Translate;
  readonly language: Language;
  readonly locale: string;
  /** DD/MM/YYYY, or the locale's numeric format. */
  readonly formatDate: (calendarDate: CalendarDate) => string;
  /** With the month in full, for the date of a document: 6 June 2024. */
  readonly formatLongDate: (calendarDate: CalendarDate) => string;
  /** Without the year: 12 Dec. */
  readonly formatDayOfYear: (calendarDate: CalendarDate) => string;
  /** With the weekday and without the year: Saturday 12 December (the default), or in the short form Sat 12 Dec. */
  readonly formatDay: (calendarDate: CalendarDate, width?: 'long' | 'short') => string;
  /** Relative to today: tomorrow, in 3 days. */
  readonly formatDaysAhead: (days: number) => string;
  /** Date and time of an ISO instant in a time zone (IANA name). */
  readonly formatInstant: (iso: string, timeZone: string) => string;
  /** Hour and minute in the reader's time zone, or in the given one (IANA name). */
  readonly formatTime: (milliseconds: number, timeZone?: string) => string;
  readonly formatNumber: (value: number) => string;
};

const createTexts = (texts: object, prefix: (typeof prefixes)[Prefix]): Texts => {
  const { language, locale } = prefix;
  const dayFormats = {
    long: dateFormat(prefix, { weekday: 'long', day: 'numeric', month: 'long' }),
    short: dateFormat(prefix, { weekday: 'short', day: 'numeric', month: 'short' }),
  };
  return {
    t: createTranslator(texts, language),
    language,
    locale,
    formatDate: dateFormat(prefix, date),
    formatLongDate: dateFormat(prefix, { dateStyle: 'long' }),
    formatDayOfYear: dateFormat(prefix, { day: 'numeric', month: 'short' }),
    formatDay: (calendarDate: CalendarDate, width: 'long' | 'short' = 'long') => dayFormats[width](calendarDate),
    formatDaysAhead: (days: number) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'),
    formatInstant: (iso: string, timeZone: string) =>
      getFormat(locale, { ...date, ...time, timeZone }).format(new Date(iso)),
    formatTime: (milliseconds: number, timeZone?: string) =>
      getFormat(locale, { ...time, ...(timeZone !== undefined && { timeZone }) }).format(milliseconds),
    formatNumber: new Intl.NumberFormat(locale).format as (value: number) => string,
  };
};

const loaded = new Map<Prefix, Texts>();

const emptyTexts = createTexts({}, prefixes[defaultPrefix]);
const current = createStore(emptyTexts);

/**
 * Loads the texts and formats of a prefix, independent of the page's language, for printed and exported
 * documents. If the chunk fails to load, the document at `targetUrl` is loaded.
 */
export const loadTexts = async (prefix: Prefix, targetUrl?: string): Promise<Texts> => {
  const { language } = prefixes[prefix];
  const { default: source } = await loadChunk(textSources[language], targetUrl);
  const texts = loaded.get(prefix) ?? createTexts(source, prefixes[prefix]);
  loaded.set(prefix, texts);
  return texts;
};

export const hasTexts = (): boolean => current.get() !== emptyTexts;

export const setLanguage = async (prefix: Prefix, targetUrl?: string) => {
  current.set(await loadTexts(prefix, targetUrl));
  document.documentElement.lang = prefixes[prefix].locale;
};

/** Returns the texts and formats of the current prefix; the object is stable until the prefix changes. */
export const useTexts = (): Texts => useSyncExternalStore(current.subscribe, current.get);
