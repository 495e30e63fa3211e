import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { openPages, place } from '#web/testing/page.tsx';
import { Page } from './page.tsx';

/** Opens a document with a single page. */
const openDocument = async () => {
  cleanup();
  await openPages({ home: <Page title="Home" /> }, paths.home(place));
  return screen.getByRole('heading', { level: 1, name: 'Home' });
};

test('focuses the heading only after navigation within the portal', async () => {
  await openDocument();
  expect(await openDocument()).not.toHaveFocus();
  // jsdom cannot load a document, but `loadDocument` marks the navigation before it tries to.
  loadDocument('#next');
  expect(await openDocument()).toHaveFocus();
  expect(await openDocument()).not.toHaveFocus();
});
