import { createBrowserRouter } from 'react-router';
import { expect, test } from 'vitest';
import { keyHistoryEntry } from './history-entry.ts';

/** The key by which the router remembers where the page of a document was scrolled to. */
const openDocument = () => {
  keyHistoryEntry();
  const router = createBrowserRouter([{ path: '*', element: null }]);
  router.dispose();
  return router.state.location.key;
};

test('a document that is opened by its address has a key of its own, which a reload keeps', () => {
  history.replaceState(null, '', '/UK/nuk');
  const first = openDocument();
  expect(openDocument()).toBe(first);
  history.replaceState(null, '', '/UK/nuk/repairs/book');
  const second = openDocument();
  expect(second).not.toBe(first);
  expect([first, second]).not.toContain('default');
});
