import { limits } from '#shared/config/limits.ts';
import { defaultPrefix, isPrefix, prefixes } from '#shared/config/regions.ts';
import type { Prefix } from '#shared/config/regions.ts';

const cookieName = 'i18n_redirected';

const findPrefixByLanguage = (tag: string): Prefix | undefined =>
  Object.keys(prefixes)
    .filter(isPrefix)
    .find((prefix) => prefixes[prefix].language === tag.toLowerCase().split('-')[0]);

/** Returns the URL prefix of the language that the cookie stores, else of the first supported one of these languages. */
export const findPreferredPrefix = (cookies: string, languages: readonly string[]): Prefix => {
  const cookie = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(cookies)?.[1];
  if (cookie !== undefined && isPrefix(cookie)) return cookie;
  return languages.map(findPrefixByLanguage).find((prefix) => prefix !== undefined) ?? defaultPrefix;
};

export const detectPrefix = () => findPreferredPrefix(document.cookie, navigator.languages);

export const createLanguageCookie = (prefix: Prefix, isSecure: boolean) =>
  [
    `${cookieName}=${prefix}`,
    `Max-Age=${limits.localeCookieDays * 86_400}`,
    'Path=/',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
