import { toPathSuffix, legalSegment, wellKnownChangePassword } from '#shared/api/paths.ts';
import { isPrefix, isRegionId, regions } from '#shared/config/regions.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';

export type ResolvedPath =
  | { readonly type: 'ok'; readonly prefix: Prefix; readonly region: RegionId | undefined }
  | { readonly type: 'redirect'; readonly to: string }
  | { readonly type: 'notFound'; readonly prefix?: Prefix };

const segmentPattern = /^[A-Za-z0-9._~-]+$/;

const decodeSegment = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Resolves a path to its language and region, a redirect to its canonical form, or a 404. `preferredPrefix` is the prefix for paths without one; `lastRegion` is the region last used in this browser. */
export const resolvePath = (pathname: string, preferredPrefix: Prefix, lastRegion?: RegionId): ResolvedPath => {
  if (pathname === wellKnownChangePassword)
    return { type: 'redirect', to: lastRegion ? `/${lastRegion}${toPathSuffix('changePassword')}` : '/' };
  const rawSegments = pathname.split('/').filter((segment) => segment !== '');
  const [first, second, ...pageSegments] = rawSegments.map(decodeSegment);
  if (first === undefined) return { type: 'redirect', to: `/${preferredPrefix}` };
  if (!segmentPattern.test(first)) return { type: 'notFound' };
  if (isRegionId(first))
    return { type: 'redirect', to: ['', regions[first].prefix, first, ...rawSegments.slice(1)].join('/') };
  const prefix = first.toUpperCase();
  if (second !== undefined && !segmentPattern.test(second))
    return { type: 'notFound', ...(isPrefix(prefix) && { prefix }) };
  if (!isPrefix(prefix)) return { type: 'redirect', to: '/' };
  const lowerCaseSecond = second?.toLowerCase() ?? '';
  const region = isRegionId(lowerCaseSecond) ? lowerCaseSecond : undefined;
  if (second !== undefined && second !== legalSegment && !region) return { type: 'redirect', to: '/' };
  const secondSegment = region ?? second;
  const canonical = [
    '',
    prefix,
    ...(secondSegment === undefined ? [] : [secondSegment, ...pageSegments.map(encodeURIComponent)]),
  ].join('/');
  if (canonical !== pathname) return { type: 'redirect', to: canonical };
  return { type: 'ok', prefix, region };
};
