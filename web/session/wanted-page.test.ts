import { beforeEach, expect, test } from 'vitest';
import { rememberWantedPage, takeWantedPage } from './wanted-page.ts';

beforeEach(() => sessionStorage.clear());

test('the wanted page is given back once, in its region', () => {
  rememberWantedPage('nuk', '/DE/nuk/repairs/track?rma=R1');
  expect(takeWantedPage('nfr')).toBeUndefined();
  expect(takeWantedPage('nuk')).toBe('/DE/nuk/repairs/track?rma=R1');
  expect(takeWantedPage('nuk')).toBeUndefined();
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
])('%s is no page to go to after signing in', (path) => {
  rememberWantedPage('nuk', path);
  expect(takeWantedPage('nuk')).toBeUndefined();
});
