import { matchPath } from 'react-router';
import { patterns } from '#shared/paths.ts';
import type { Place } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import { isPrefix } from '#shared/regions.ts';
import { tabMemory } from '#web/browser/memory.ts';

const nameOf = (region: RegionId) => `wantedPage.${region}`;

/** Pages on the way into the portal: nobody wants to be led back to one of them. */
const waysIn: readonly string[] = [patterns.login, patterns.setPassword, patterns.requestCode, patterns.resetPassword];

export const rememberWantedPage = (region: RegionId, path: string) => tabMemory.set(nameOf(region), path);

const isOwnPage = (region: RegionId, path: string) => {
  const { origin, pathname = '' } = URL.parse(path, location.origin) ?? {};
  if (origin !== location.origin) return false;
  return Object.values(patterns).some((pattern) => {
    const params: Readonly<Record<string, string | undefined>> =
      matchPath({ path: pattern, caseSensitive: true }, pathname)?.params ?? {};
    return isPrefix(params['prefix'] ?? '') && params['region'] === region && !waysIn.includes(pattern);
  });
};

export const forgetWantedPage = (region: RegionId) => tabMemory.remove(nameOf(region));

/** The page to go to after signing in; only ever a page of this portal in that region, and in the language of signing in. */
export const wantedPage = ({ prefix, region }: Place): string | undefined => {
  const path = tabMemory.get(nameOf(region));
  if (!path?.startsWith('/') || !isOwnPage(region, path)) return undefined;
  return ['', prefix, ...path.split('/').slice(2)].join('/');
};

export const takeWantedPage = (place: Place): string | undefined => {
  const path = wantedPage(place);
  forgetWantedPage(place.region);
  return path;
};
