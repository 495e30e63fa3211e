import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { openPages, place } from '#web/testing/page.tsx';
import { Page } from './page.tsx';

/** A document that shows the one page. */
const openDocument = async () => {
  cleanup();
  await openPages({ home: <Page title="Home" /> }, paths.home(place));
  return screen.getByRole('heading', { level: 1, name: 'Home' });
};

test('the heading has the focus in a document that the page led to, and in no other', async () => {
  await openDocument();
  expect(await openDocument()).not.toHaveFocus();
  // All of a document load that can be had here.
  loadDocument('#next');
  expect(await openDocument()).toHaveFocus();
  expect(await openDocument()).not.toHaveFocus();
});
