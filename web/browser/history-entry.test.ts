import { createBrowserRouter } from 'react-router';
import { expect, test } from 'vitest';
import { keyHistoryEntry } from './history-entry.ts';

/** Returns the key under which the router stores the scroll position of a document's first page. */
const openDocument = () => {
  keyHistoryEntry();
  const router = createBrowserRouter([{ path: '*', element: null }]);
  router.dispose();
  return router.state.location.key;
};

test('gives each document its own history key, kept on reload', () => {
  history.replaceState(null, '', '/UK/nuk');
  const first = openDocument();
  expect(openDocument()).toBe(first);
  history.replaceState(null, '', '/UK/nuk/repairs/book');
  const second = openDocument();
  expect(second).not.toBe(first);
  expect([first, second]).not.toContain('default');
});
