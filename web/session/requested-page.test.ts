import { expect, test } from 'vitest';
import { rememberRequestedPage, consumeRequestedPage } from './requested-page.ts';

const place = { prefix: 'DE', region: 'nuk' } as const;

test('returns the page once, in its region and the current language', () => {
  rememberRequestedPage('nuk', '/DE/nuk/repairs/track?rma=R1');
  expect(consumeRequestedPage({ prefix: 'DE', region: 'nfr' })).toBeUndefined();
  expect(consumeRequestedPage(place)).toBe('/DE/nuk/repairs/track?rma=R1');
  expect(consumeRequestedPage(place)).toBeUndefined();
  rememberRequestedPage('nuk', '/UK/nuk/repairs/submitted?search=R-1/2');
  expect(consumeRequestedPage(place)).toBe('/DE/nuk/repairs/submitted?search=R-1/2');
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
  rememberRequestedPage('nuk', path);
  expect(consumeRequestedPage(place)).toBeUndefined();
});
