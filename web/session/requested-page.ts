import { matchesPattern, patterns, signInPages } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { isPrefix } from '#shared/config/regions.ts';
import { tabMemory } from '#web/browser/memory.ts';

const toName = (region: RegionId) => `wantedPage.${region}`;

const signInPatterns: readonly string[] = signInPages.map((name) => patterns[name]);

export const rememberRequestedPage = (region: RegionId, path: string) => tabMemory.set(toName(region), path);

const isPortalPage = (region: RegionId, path: string) => {
  const { origin, pathname = '' } = URL.parse(path, location.origin) ?? {};
  if (origin !== location.origin) return false;
  const [, prefix = '', pathRegion] = pathname.split('/');
  if (!isPrefix(prefix) || pathRegion !== region) return false;
  return Object.values(patterns).some(
    (pattern) => !signInPatterns.includes(pattern) && matchesPattern(pattern, pathname),
  );
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
