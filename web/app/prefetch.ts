import { matchPath } from 'react-router';
import { isCaptchaPage } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { defaultPrefix } from '#shared/config/regions.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { existingPages } from './pages.ts';
import type { ExistingPage } from './pages.ts';
import { resolvePath } from './resolve-path.ts';

/** Returns the page behind a link, except captcha pages, which load as a separate document, and pages that the guard would deny. */
export const pageToPrefetch = (href: string, mayBeSignedIn = sessionStore.mayExist): ExistingPage | undefined => {
  const { origin, pathname } = new URL(href, location.href);
  const resolved = resolvePath(pathname, defaultPrefix);
  if (origin !== location.origin || resolved.type !== 'ok') return undefined;
  const page = existingPages.find(({ pattern }) => matchPath({ path: pattern, caseSensitive: true }, pathname));
  const isAllowed = page?.audience === 'anyone' || (resolved.region !== undefined && mayBeSignedIn(resolved.region));
  return page && isAllowed && !isCaptchaPage(page.pattern) ? page : undefined;
};

// The module cache deduplicates loads; failures are left to the navigation.
const prefetch = (link: HTMLAnchorElement) =>
  void pageToPrefetch(link.href)
    ?.load()
    .catch(() => undefined);

const closestLink = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: limits.web.prefetchIdleMs });
  else setTimeout(work, limits.web.prefetchIdleMs);
};

export const prefetchLinks = () => {
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => {
      const link = closestLink(target);
      if (link) prefetch(link);
    });
  }
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const link = isIntersecting && closestLink(target);
      if (!link) continue;
      inView.unobserve(target);
      whenIdle(() => prefetch(link));
    }
  });
  const observeWithin = (element: Element) => {
    for (const link of [element, ...element.querySelectorAll('a[href]')])
      if (link.matches('a[href]')) inView.observe(link);
  };
  // Observe added nodes only, because a list can hold ten thousand links.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) observeWithin(node);
  }).observe(document.body, { childList: true, subtree: true });
  observeWithin(document.body);
};
