import { expect, test } from 'vitest';
import { createLanguageCookie, findPreferredPrefix } from './language.ts';

test.each([
  ['the cookie comes first', 'a=1; i18n_redirected=FR', ['de-DE'], 'FR'],
  ['the first supported browser language follows', '', ['es', 'de-AT', 'fr'], 'DE'],
  ['any English locale selects UK', '', ['en-US'], 'UK'],
  ['UK is the default', '', ['es', 'it'], 'UK'],
  ['a cookie with an unknown prefix is ignored', 'i18n_redirected=ES', ['fr-CA'], 'FR'],
] as const)('finds the preferred language: %s', (_, cookie, languages, prefix) => {
  expect(findPreferredPrefix(cookie, languages)).toBe(prefix);
});

test('sets the cookie for 365 days on the whole site', () => {
  expect(createLanguageCookie('DE', true)).toBe('i18n_redirected=DE; Max-Age=31536000; Path=/; SameSite=Lax; Secure');
});
