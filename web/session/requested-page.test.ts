import { expect, test } from 'vitest';
import { rememberWantedPage, takeWantedPage } from './requested-page.ts';

const place = { prefix: 'DE', region: 'nuk' } as const;

test('returns the page once, in its region and the current language', () => {
  rememberWantedPage('nuk', '/DE/nuk/repairs/track?rma=R1');
  expect(takeWantedPage({ prefix: 'DE', region: 'nfr' })).toBeUndefined();
  expect(takeWantedPage(place)).toBe('/DE/nuk/repairs/track?rma=R1');
  expect(takeWantedPage(place)).toBeUndefined();
  rememberWantedPage('nuk', '/UK/nuk/repairs/submitted?search=R-1/2');
  expect(takeWantedPage(place)).toBe('/DE/nuk/repairs/submitted?search=R-1/2');
});

test.each([
  'https://evil.example/UK/nuk',
  '//evil.example/UK/nuk',
  '/\\evil.example/UK/nuk',
  'javascript:alert(1)',
  '/UK/nuk/nothing',
  '/UK/nfr/repairs/book',
  '/ES/nuk/repairs/book',
  '/UK/nuk/auth/login',
  '/UK/nuk/auth/set-password',
  '/UK/nuk/auth/forgot-password/reset-password?alert=codeSent',
  '/api/auth/nuk/logout',
  '',
])('rejects %s', (path) => {
  rememberWantedPage('nuk', path);
  expect(takeWantedPage(place)).toBeUndefined();
});
