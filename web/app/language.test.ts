import { expect, test } from 'vitest';
import { languageCookie, findPreferredPrefix } from './language.ts';

test.each([
  ['cookie first', 'a=1; i18n_redirected=FR', ['de-DE'], 'FR'],
  ['then the first supported browser language', '', ['es', 'de-AT', 'fr'], 'DE'],
  ['any English locale is UK', '', ['en-US'], 'UK'],
  ['UK by default', '', ['es', 'it'], 'UK'],
  ['ignores a cookie with an unknown prefix', 'i18n_redirected=ES', ['fr-CA'], 'FR'],
] as const)('prefers the language by precedence: %s', (_, cookie, languages, prefix) => {
  expect(findPreferredPrefix(cookie, languages)).toBe(prefix);
});

test('sets the cookie for 365 days on the whole site', () => {
  expect(languageCookie('DE', true)).toBe('i18n_redirected=DE; Max-Age=31536000; Path=/; SameSite=Lax; Secure');
});
