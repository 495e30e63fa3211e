import { expect, test } from 'vitest';
import { pageToPrefetch } from './prefetch.ts';

const nameOf = (href: string, mayBeSignedIn = true) => pageToPrefetch(href, () => mayBeSignedIn)?.name;

test('a link’s page is known by its address', () => {
  expect(nameOf('/UK/nuk/repairs/book')).toBe('bookRepair');
  expect(nameOf('/DE', false)).toBe('landing');
  expect(nameOf('/UK/nuk/repairs/track?rma=1')).toBe('trackRepair');
});

test.each([
  '/UK/nuk/auth/login',
  '/UK/nuk/auth/forgot-password/request-code',
  '/documents/dev/cancellation-form-en.pdf',
  'https://support.example.com/UK/nuk',
  '/UK/nuk/nothing',
])('%s has nothing to fetch early', (href) => {
  expect(nameOf(href)).toBeUndefined();
});

test('who is surely signed out is spared the pages of signed-in users', () => {
  expect(nameOf('/UK/nuk', false)).toBeUndefined();
  expect(nameOf('/UK/nuk/legal-information/privacy-policy', false)).toBe('privacyPolicyInRegion');
});
