import { matchPath } from 'react-router';
import { isCaptchaPage } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { defaultPrefix } from '#shared/config/regions.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { applicationPages } from './pages.ts';
import type { ApplicationPage } from './pages.ts';
import { resolvePath } from './resolve-path.ts';

/** Returns the page behind a link, except captcha pages, which load as a separate document, and pages that the guard would deny. */
export const findPageToPrefetch = (
  href: string,
  mayBeSignedIn = sessionStore.mayExist,
): ApplicationPage | undefined => {
  const { origin, pathname } = new URL(href, location.href);
  const resolved = resolvePath(pathname, defaultPrefix);
  if (origin !== location.origin || resolved.type !== 'ok') return undefined;
  const page = applicationPages.find(({ pattern }) => matchPath({ path: pattern, caseSensitive: true }, pathname));
  const isAllowed = page?.audience === 'anyone' || (resolved.region !== undefined && mayBeSignedIn(resolved.region));
  return page && isAllowed && !isCaptchaPage(page.pattern) ? page : undefined;
};

// The module cache deduplicates loads; a failure is ignored, because the navigation loads the page again.
const prefetch = (link: HTMLAnchorElement) =>
  void findPageToPrefetch(link.href)
    ?.load()
    .catch(() => undefined);

const findClosestLink = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

const runWhenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: limits.web.prefetchIdleMs });
  else setTimeout(work, limits.web.prefetchIdleMs);
};

export const prefetchLinks = () => {
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => {
      const link = findClosestLink(target);
      if (link) prefetch(link);
    });
  }
  const visibilityObserver = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const link = isIntersecting && findClosestLink(target);
      if (!link) continue;
      visibilityObserver.unobserve(target);
      runWhenIdle(() => prefetch(link));
    }
  });
  const observeWithin = (element: Element) => {
    for (const link of [element, ...element.querySelectorAll('a[href]')])
      if (link.matches('a[href]')) visibilityObserver.observe(link);
  };
  // Only added nodes are observed, because a list can hold ten thousand links.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) observeWithin(node);
  }).observe(document.body, { childList: true, subtree: true });
  observeWithin(document.body);
};
