import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openSite } from '#web/testing/site.tsx';

test('links to a region’s external document instead of the portal’s own text', async () => {
  openSite('/UK/nfr/legal-information/terms-of-service');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('link')).toHaveAttribute('href', 'https://legal.example.com/terms');
  expect(main.queryByText(/pounds|United Kingdom/)).toBeNull();
});

test('links every section in the table of contents and replaces all placeholders', async () => {
  openSite('/UK/nuk/legal-information/terms-of-service');
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
  expect(screen.getByRole('main')).not.toHaveTextContent(/\{\w+\}/);
  const links = contents.getAllByRole('link');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent));
  for (const [index, link] of links.entries())
    expect(document.querySelector(link.getAttribute('href') ?? '')).toContainElement(headings[index] ?? null);
  expect(headings.at(-1)).toHaveTextContent('Provider');
  for (const words of ['Example Repairs Ltd', '1 Example Street', 'Email: repairs@example.com'])
    expect(screen.getByText(words)).toBeVisible();
});

test('scrolls to the section in the URL once the text is loaded', async () => {
  const scrolledIds: string[] = [];
  Element.prototype.scrollIntoView = vi.fn(function note(this: Element) {
    scrolledIds.push(this.id);
  });
  openSite('/UK/nuk/legal-information/terms-of-service#section-2');
  await screen.findByRole('navigation', { name: 'Contents' });
  expect(scrolledIds).toEqual(['section-2']);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});
