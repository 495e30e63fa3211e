import { matchPath } from 'react-router';
import type { RegionId } from '#shared/regions.ts';
import { isPrefix } from '#shared/regions.ts';
import { patterns } from '#shared/paths.ts';

const nameOf = (region: RegionId) => `wantedPage.${region}`;

/** Keeps the page that a visitor wanted, while they sign in. */
export const rememberWantedPage = (region: RegionId, path: string) => {
  try {
    sessionStorage.setItem(nameOf(region), path);
  } catch {
    // Without storage they arrive at the home page.
  }
};

const isOwnPage = (region: RegionId, path: string) => {
  if (!URL.canParse(path, location.origin)) return false;
  const { origin, pathname } = new URL(path, location.origin);
  if (origin !== location.origin) return false;
  return Object.values(patterns).some((pattern) => {
    const params: Readonly<Record<string, string | undefined>> = matchPath({ path: pattern, caseSensitive: true }, pathname)?.params ?? {};
    return isPrefix(params['prefix'] ?? '') && params['region'] === region && pattern !== patterns.login;
  });
};

/** The page to go to after signing in, once; only ever a page of this portal in that region. */
export const takeWantedPage = (region: RegionId): string | undefined => {
  try {
    const path = sessionStorage.getItem(nameOf(region));
    sessionStorage.removeItem(nameOf(region));
    return path !== null && path.startsWith('/') && isOwnPage(region, path) ? path : undefined;
  } catch {
    return undefined;
  }
};
