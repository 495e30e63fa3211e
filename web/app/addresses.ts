import { endingOf, legalSegment, wellKnownChangePassword } from '#shared/paths.ts';
import { isPrefix, isRegionId, regions } from '#shared/regions.ts';
import type { Prefix, RegionId } from '#shared/regions.ts';

export type ResolvedAddress =
  | { readonly type: 'ok'; readonly prefix: Prefix; readonly region: RegionId | undefined }
  | { readonly type: 'redirect'; readonly to: string }
  | { readonly type: 'notFound'; readonly prefix?: Prefix };

const wellFormed = /^[A-Za-z0-9._~-]+$/;

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The canonical form of an address, or that there is none. `preferred` is the language when the address names none, `lastRegion` the region that somebody worked in last. */
export const resolveAddress = (pathname: string, preferred: Prefix, lastRegion?: RegionId): ResolvedAddress => {
  if (pathname === wellKnownChangePassword)
    return { type: 'redirect', to: lastRegion ? `/${lastRegion}${endingOf('changePassword')}` : '/' };
  const raw = pathname.split('/').filter((segment) => segment !== '');
  const [first, second, ...rest] = raw.map(decoded);
  if (first === undefined) return { type: 'redirect', to: `/${preferred}` };
  if (!wellFormed.test(first)) return { type: 'notFound' };
  if (isRegionId(first)) return { type: 'redirect', to: ['', regions[first].prefix, first, ...raw.slice(1)].join('/') };
  const prefix = first.toUpperCase();
  if (second !== undefined && !wellFormed.test(second))
    return { type: 'notFound', ...(isPrefix(prefix) && { prefix }) };
  if (!isPrefix(prefix)) return { type: 'redirect', to: '/' };
  const region = [second?.toLowerCase() ?? ''].find(isRegionId);
  if (second !== undefined && second !== legalSegment && !region) return { type: 'redirect', to: '/' };
  const place = region ?? second;
  const spelled = ['', prefix, ...(place === undefined ? [] : [place, ...rest.map(encodeURIComponent)])].join('/');
  if (spelled !== pathname) return { type: 'redirect', to: spelled };
  return { type: 'ok', prefix, region };
};
