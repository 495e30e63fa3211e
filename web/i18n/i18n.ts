import { useSyncExternalStore } from 'react';
import { defaultPrefix, prefixes } from '#shared/config/regions.ts';
import type { Language, Prefix } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { TextKey as LeafKey } from '#shared/locales/texts.ts';
import { createStore } from '#web/browser/store.ts';

export type PluralKey<Key> = Key extends `${infer Stem}_other` ? Stem : never;
/** A text, or the stem of one with plurals (then `values` carry `count`). */
export type TextKey = LeafKey | PluralKey<LeafKey>;

export type Translate<Key extends string = TextKey> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string;

const dateOptions = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const timeOptions = { hour: '2-digit', minute: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a memoized format, because creating one takes fifty times as long as using it, and a list has thousands of dates. */
const getFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, options]);
  const dateTimeFormat = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, dateTimeFormat);
  return dateTimeFormat;
};

/** Creates a function that formats calendar dates. In French the first of a month is "1er janvier", which CLDR's formats don't cover. */
const createDateFormatter =
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

/** Adds the formats of a prefix to its translation function. */
export const createTexts = (t: Translate, prefix: Prefix): Texts => {
  const prefixLocale = prefixes[prefix];
  const { language, locale } = prefixLocale;
  const dayFormats = {
    long: createDateFormatter(prefixLocale, { weekday: 'long', day: 'numeric', month: 'long' }),
    short: createDateFormatter(prefixLocale, { weekday: 'short', day: 'numeric', month: 'short' }),
  };
  return {
    t,
    language,
    locale,
    formatDate: createDateFormatter(prefixLocale, dateOptions),
    formatLongDate: createDateFormatter(prefixLocale, { dateStyle: 'long' }),
    formatDayOfYear: createDateFormatter(prefixLocale, { day: 'numeric', month: 'short' }),
    formatDay: (calendarDate: CalendarDate, width: 'long' | 'short' = 'long') => dayFormats[width](calendarDate),
    formatDaysAhead: (days: number) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'),
    formatInstant: (iso: string, timeZone: string) =>
      getFormat(locale, { ...dateOptions, ...timeOptions, timeZone }).format(new Date(iso)),
    formatTime: (milliseconds: number, timeZone?: string) =>
      getFormat(locale, { ...timeOptions, ...(timeZone !== undefined && { timeZone }) }).format(milliseconds),
    formatNumber: new Intl.NumberFormat(locale).format as (value: number) => string,
  };
};

const emptyTexts = createTexts((key) => key, defaultPrefix);
const currentTexts = createStore(emptyTexts);

export const hasTexts = (): boolean => currentTexts.get() !== emptyTexts;

export const setTexts = (texts: Texts): void => currentTexts.set(texts);

/** Returns the texts and formats of the current prefix; the object is stable until the prefix changes. */
export const useTexts = (): Texts => useSyncExternalStore(currentTexts.subscribe, currentTexts.get, currentTexts.get);
