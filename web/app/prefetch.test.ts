import { expect, test, vi } from 'vitest';
import { findPageToPrefetch, prefetchLinks } from './prefetch.ts';

test.each([
  ['/UK/nuk/repairs/book', true, 'bookRepair'],
  ['/DE', false, undefined],
  ['/UK/nuk/repairs/track?rma=1', true, 'trackRepair'],
  ['/UK/nuk/auth/login', true, undefined],
  ['/UK/nuk/auth/forgot-password/request-code', true, undefined],
  ['/documents/dev/cancellation-form-en.pdf', true, undefined],
  ['https://support.example.com/UK/nuk', true, undefined],
  ['/UK/nuk/nothing', true, undefined],
  // Signed-out visitors do not prefetch pages that require a session.
  ['/UK/nuk', false, undefined],
  ['/UK/nuk/legal-information/privacy-policy', false, 'privacyPolicyInRegion'],
])('for a link to %s (may be signed in: %j) prefetches %s', (href, mayBeSignedIn, name) =>
  expect(findPageToPrefetch(href, () => mayBeSignedIn)?.name).toBe(name),
);

test('prefetches a link’s page on hover, focus, or in view when idle', () => {
  let notifyInView: (seen: readonly object[]) => void = () => {};
  const Observer = vi.fn(function createObserver(callback: typeof notifyInView) {
    notifyInView = callback;
    return { observe: () => {}, unobserve: () => {} };
  });
  vi.stubGlobal('IntersectionObserver', Observer);
  const idle = vi.fn<(work: () => void) => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  const page = findPageToPrefetch('/DE/nuk/legal-information/privacy-policy');
  if (!page) throw new Error('there is no such page');
  const load = vi.spyOn(page, 'load');
  document.body.innerHTML = '<a href="/DE/nuk/legal-information/privacy-policy"><span>here</span></a>';
  prefetchLinks();
  for (const event of ['pointerover', 'focusin'])
    document.querySelector('span')?.dispatchEvent(new Event(event, { bubbles: true }));
  expect(load).toHaveBeenCalledTimes(2);

  notifyInView([{ isIntersecting: true, target: document.querySelector('a') }]);
  expect(idle).toHaveBeenCalledExactlyOnceWith(expect.any(Function), { timeout: 2000 });
  idle.mock.calls[0]?.[0]();
  expect(load).toHaveBeenCalledTimes(3);
});
