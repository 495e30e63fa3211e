import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { setLanguage } from '#web/language/i18n.ts';
import { Page } from './page.tsx';

beforeEach(() => setLanguage('UK'));

/** A document that shows the one page. */
const openDocument = () => {
  cleanup();
  const router = createMemoryRouter([{ path: '*', element: <Page title="Home" /> }], { initialEntries: ['/UK/nuk'] });
  render(<RouterProvider router={router} />);
  return screen.getByRole('heading', { level: 1, name: 'Home' });
};

test('the heading has the focus in a document that the page led to, and in no other', () => {
  openDocument();
  expect(openDocument()).not.toHaveFocus();
  // All of a document load that can be had here.
  loadDocument('#next');
  expect(openDocument()).toHaveFocus();
  expect(openDocument()).not.toHaveFocus();
});
