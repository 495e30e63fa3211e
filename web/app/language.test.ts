import { expect, test } from 'vitest';
import { languageCookie, preferredPrefix } from './language.ts';

test.each([
  ['the cookie first', 'a=1; i18n_redirected=FR', ['de-DE'], 'FR'],
  ['then the browser’s first language that we setLanguage', '', ['es', 'de-AT', 'fr'], 'DE'],
  ['English of any country is UK', '', ['en-US'], 'UK'],
  ['UK when nothing is known', '', ['es', 'it'], 'UK'],
  ['a cookie with an unknown language counts for nothing', 'i18n_redirected=ES', ['fr-CA'], 'FR'],
] as const)('language: %s', (_, cookie, languages, prefix) => {
  expect(preferredPrefix(cookie, languages)).toBe(prefix);
});

test('the cookie lasts 365 days on the whole site', () => {
  expect(languageCookie('DE', true)).toBe('i18n_redirected=DE; Max-Age=31536000; Path=/; SameSite=Lax; Secure');
});
