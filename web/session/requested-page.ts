import { matchPath } from 'react-router';
import { patterns } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { isPrefix } from '#shared/config/regions.ts';
import { tabMemory } from '#web/browser/memory.ts';

const toName = (region: RegionId) => `wantedPage.${region}`;

/** Sign-in pages, which are never a destination after signing in. */
const signInPages: readonly string[] = [
  patterns.login,
  patterns.setPassword,
  patterns.requestCode,
  patterns.resetPassword,
];

export const rememberRequestedPage = (region: RegionId, path: string) => tabMemory.set(toName(region), path);

const isPortalPage = (region: RegionId, path: string) => {
  const { origin, pathname = '' } = URL.parse(path, location.origin) ?? {};
  if (origin !== location.origin) return false;
  return Object.values(patterns).some((pattern) => {
    const params: Readonly<Record<string, string | undefined>> =
      matchPath({ path: pattern, caseSensitive: true }, pathname)?.params ?? {};
    return isPrefix(params['prefix'] ?? '') && params['region'] === region && !signInPages.includes(pattern);
  });
};

export const forgetRequestedPage = (region: RegionId) => tabMemory.remove(toName(region));

/**
 * Returns the page to open after signing in: always a page of this portal in that region, in the language of the
 * sign-in page.
 */
export const findRequestedPage = ({ prefix, region }: Place): string | undefined => {
  const path = tabMemory.get(toName(region));
  if (!path?.startsWith('/') || !isPortalPage(region, path)) return undefined;
  return ['', prefix, ...path.split('/').slice(2)].join('/');
};

export const consumeRequestedPage = (place: Place): string | undefined => {
  const path = findRequestedPage(place);
  forgetRequestedPage(place.region);
  return path;
};
