import { afterEach, expect, test, vi } from 'vitest';
import { reloadWhenRestored } from './back-forward-cache.ts';

afterEach(() => {
  document.documentElement.hidden = false;
});

test('hides a document that is left for the back-forward cache, and reloads it when restored', () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  reloadWhenRestored();
  for (const type of ['pageshow', 'pagehide']) dispatchEvent(new PageTransitionEvent(type));
  expect(document.documentElement).toBeVisible();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(document.documentElement).not.toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(reload).toHaveBeenCalledOnce();
});
