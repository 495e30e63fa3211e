import { data, replace } from 'react-router';
import type { MiddlewareFunction } from 'react-router';
import type { Prefix } from '#shared/config/regions.ts';
import { lastRegion } from '#web/browser/last-region.ts';
import { setLanguage } from '#web/i18n/load-texts.ts';
import { loadChunk } from '#web/ui/chunks.ts';
import { setCloudscapeLanguage } from './cloudscape-texts.ts';
import { detectPrefix, createLanguageCookie } from './language.ts';
import { resolvePath } from './resolve-path.ts';

const applyLanguage = async (prefix: Prefix, url: string) => {
  await Promise.all([setLanguage(prefix, url), loadChunk(() => setCloudscapeLanguage(prefix), url)]);
  document.cookie = createLanguageCookie(prefix, location.protocol === 'https:');
};

export const pathMiddleware: MiddlewareFunction = async ({ url }, next) => {
  const resolvedPath = resolvePath(url.pathname, detectPrefix(), lastRegion.get());
  // The URL of the request has no fragment, so that of the current page is taken from `location`.
  const fragment = url.pathname === location.pathname ? location.hash : '';
  if (resolvedPath.type === 'redirect') throw replace(resolvedPath.to + url.search + fragment);
  await applyLanguage(resolvedPath.prefix ?? detectPrefix(), url.href);
  if (resolvedPath.type === 'notFound') throw data(undefined, { status: 404 });
  return next();
};
