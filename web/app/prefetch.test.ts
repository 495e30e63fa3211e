import { expect, test } from 'vitest';
import { pageToPrefetch } from './prefetch.ts';

test.each([
  ['/UK/nuk/repairs/book', true, 'bookRepair'],
  ['/DE', false, 'landing'],
  ['/UK/nuk/repairs/track?rma=1', true, 'trackRepair'],
  ['/UK/nuk/auth/login', true, undefined],
  ['/UK/nuk/auth/forgot-password/request-code', true, undefined],
  ['/documents/dev/cancellation-form-en.pdf', true, undefined],
  ['https://support.example.com/UK/nuk', true, undefined],
  ['/UK/nuk/nothing', true, undefined],
  // Who is surely signed out is spared the pages of signed-in users.
  ['/UK/nuk', false, undefined],
  ['/UK/nuk/legal-information/privacy-policy', false, 'privacyPolicyInRegion'],
])('%s, where one may be signed in (%j), fetches %s early', (href, mayBeSignedIn, name) =>
  expect(pageToPrefetch(href, () => mayBeSignedIn)?.name).toBe(name),
);
