import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { openPages } from '#web/testing/page.tsx';
import { LandingPage } from './landing-page.tsx';

test('offers each region with the language in which it opens', async () => {
  await openPages({ landing: <LandingPage /> }, paths.landing('UK'));
  const links = await screen.findAllByRole('link', { name: /English|Deutsch|Français/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['United Kingdom, Ireland English', '/UK/nuk/auth/login'],
    ['Deutschland, Österreich, Schweiz Deutsch', '/DE/ndach/auth/login'],
    ['France Français', '/FR/nfr/auth/login'],
  ]);
});
