import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSite } from '#web/testing/site.tsx';

test.each([
  ['UK', 'Last updated: 6 June 2024'],
  ['DE', 'Zuletzt aktualisiert: 6. Juni 2024'],
  ['FR', 'Dernière mise à jour : 6 juin 2024'],
])('%s: a legal document is dated with its month spelled out', async (prefix, words) => {
  openSite(`/${prefix}/legal-information/terms-of-service`);
  expect((await screen.findByText(/2024/)).textContent.replace('\u00A0', ' ')).toBe(words);
});

test('a region whose documents are elsewhere shows where, and none of ours', async () => {
  openSite('/UK/nfr/legal-information/terms-of-service');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('link')).toHaveAttribute('href', 'https://legal.example.com/terms');
  expect(main.queryByText(/pounds|United Kingdom/)).toBeNull();
});

test('its table of contents leads to every section, the last to who the provider is, as the stage says; no figure is missing', async () => {
  openSite('/UK/legal-information/terms-of-service');
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
  expect(screen.getByRole('main')).not.toHaveTextContent(/\{\w+\}/);
  const links = contents.getAllByRole('link');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent));
  for (const [at, link] of links.entries())
    expect(document.querySelector(link.getAttribute('href') ?? '')).toContainElement(headings[at] ?? null);
  expect(headings.at(-1)).toHaveTextContent('Provider');
  for (const words of ['Example Repairs Ltd', '1 Example Street', 'Email: repairs@example.com'])
    expect(screen.getByText(words)).toBeVisible();
});
