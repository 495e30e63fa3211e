import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import type { TextKey as LeafKey } from '#shared/locales/texts.ts';
import { defaultPrefix, prefixes } from '#shared/regions.ts';
import type { Language, Prefix } from '#shared/regions.ts';
import { createStore } from '#web/browser/store.ts';
import { loadChunk } from '#web/ui/chunks.ts';
import { textSources } from './sources.ts';

type PluralKey<Key> = Key extends `${infer Stem}_other` ? Stem : never;
/** A text, or the stem of one with plurals (then `values` carry `count`). */
export type TextKey = LeafKey | PluralKey<LeafKey>;

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Says the texts of a language: values stand where the text names them in braces, numbers with the language's separators, and a `count` chooses the plural. */
export const translator = (texts: object, language: Language): Translate => {
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
  const written = (value: string | number) => (typeof value === 'number' ? number.format(value) : value);
  return (key, values = {}) =>
    t(key, {
      ...values,
      replace: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)])),
    });
};

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

/** Writes calendar dates. The first of a month is "1er janvier" in French, which CLDR's formats don't know. */
const dateFormat =
  ({ language, locale }: (typeof prefixes)[Prefix], options: Intl.DateTimeFormatOptions) =>
  (calendarDate: CalendarDate) => {
    const text = format(locale, { ...options, timeZone: 'UTC' }).format(new Date(calendarDate));
    return language === 'fr' ? text.replace(/(?<!\d)1(?=\s\p{L})/u, '1er') : text;
  };

const wording = (texts: object, prefix: (typeof prefixes)[Prefix]) => {
  const { language, locale } = prefix;
  const dayFormats = {
    long: dateFormat(prefix, { weekday: 'long', day: 'numeric', month: 'long' }),
    short: dateFormat(prefix, { weekday: 'short', day: 'numeric', month: 'short' }),
  };
  return {
    t: translator(texts, language),
    language,
    locale,
    /** DD/MM/YYYY or as the locale writes it. */
    formatDate: dateFormat(prefix, date),
    /** With the month spelled out, as documents are dated: 6 June 2024. */
    formatLongDate: dateFormat(prefix, { dateStyle: 'long' }),
    /** Without its year: 12 Dec. */
    formatDayOfYear: dateFormat(prefix, { day: 'numeric', month: 'short' }),
    /** With its weekday, and no year: Saturday 12 December, or short Sat 12 Dec. */
    formatDay: (calendarDate: CalendarDate, width: 'long' | 'short' = 'long') => dayFormats[width](calendarDate),
    formatDaysAhead: (days: number) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'),
    /** The date and time of an ISO instant on the clocks of a time zone (IANA name). */
    formatInstant: (iso: string, timeZone: string) =>
      format(locale, { ...date, ...time, timeZone }).format(new Date(iso)),
    /** The hour and minute on the reader's own clock, or on the clocks of a time zone (IANA name). */
    formatTime: (milliseconds: number, timeZone?: string) =>
      format(locale, { ...time, ...(timeZone !== undefined && { timeZone }) }).format(milliseconds),
    formatNumber: new Intl.NumberFormat(locale).format as (value: number) => string,
  };
};

export type Texts = ReturnType<typeof wording>;

const loaded = new Map<Language, Texts>();

const emptyTexts = wording({}, prefixes[defaultPrefix]);
const current = createStore(emptyTexts);

/** The texts and formats of a prefix's language, whatever the page speaks: for what is printed and handed on. `wanted` is the address that they are for, where one is on the way. */
export const textsIn = async (prefix: Prefix, wanted?: string): Promise<Texts> => {
  const { language } = prefixes[prefix];
  const { default: source } = await loadChunk(textSources[language], wanted);
  const texts = loaded.get(language) ?? wording(source, prefixes[prefix]);
  loaded.set(language, texts);
  return texts;
};

export const hasTexts = (): boolean => current.get() !== emptyTexts;

export const setLanguage = async (prefix: Prefix, wanted?: string) => {
  current.set(await textsIn(prefix, wanted));
  document.documentElement.lang = prefixes[prefix].locale;
};

/** The texts and formats of the current language, the same object as long as it is; the component follows a switch. */
export const useTexts = (): Texts => useSyncExternalStore(current.subscribe, current.get);
