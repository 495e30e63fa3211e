import { legalSegment } from '#shared/paths.ts';
import { isPrefix, isRegionId, regions } from '#shared/regions.ts';
import type { Prefix, RegionId } from '#shared/regions.ts';

/** What an address means before any page is looked for. */
export type ResolvedAddress =
  | { readonly type: 'ok'; readonly prefix: Prefix; readonly region: RegionId | undefined }
  | { readonly type: 'redirect'; readonly to: string }
  | { readonly type: 'notFound' };

const wellFormed = /^[A-Za-z0-9._~-]+$/;

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The canonical form of an address, or that there is none. `preferred` is the language when the address names none. */
export const resolveAddress = (pathname: string, preferred: Prefix): ResolvedAddress => {
  const raw = pathname.split('/').filter((segment) => segment !== '');
  const [first, second, ...rest] = raw.map(decoded);
  if (first === undefined) return { type: 'redirect', to: `/${preferred}` };
  if (!wellFormed.test(first)) return { type: 'notFound' };
  // A region's own path; what follows it is judged once the region stands in its place.
  if (isRegionId(first)) return { type: 'redirect', to: ['', regions[first].prefix, first, ...raw.slice(1)].join('/') };
  if (second !== undefined && !wellFormed.test(second)) return { type: 'notFound' };
  const prefix = first.toUpperCase();
  if (!isPrefix(prefix)) return { type: 'redirect', to: '/' };
  if (second !== undefined && second !== legalSegment && !isRegionId(second)) return { type: 'redirect', to: '/' };
  const spelled = ['', prefix, ...(second === undefined ? [] : [second, ...rest.map(encodeURIComponent)])].join('/');
  if (spelled !== pathname) return { type: 'redirect', to: spelled };
  return { type: 'ok', prefix, region: second !== undefined && isRegionId(second) ? second : undefined };
};
