import type { Place } from '#shared/api/paths.ts';
import { isPrefix, isRegionId } from '#shared/config/regions.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { useRouting } from './routing.ts';

/** Returns the language prefix and the region in the path of the page, each undefined if the path has none. */
export const usePathPlace = (): { prefix: Prefix | undefined; region: RegionId | undefined } => {
  const [, prefix = '', region = ''] = useRouting().pathname.split('/');
  return { prefix: isPrefix(prefix) ? prefix : undefined, region: isRegionId(region) ? region : undefined };
};

/** Returns whether the current page belongs to the region. */
export const isInRegion = (region: RegionId) => location.pathname.split('/')[2] === region;

/** Returns the language prefix and the region of a page that belongs to a region. */
export const usePlace = (): Place => {
  const { prefix, region } = usePathPlace();
  if (!prefix || !region) throw new Error('This page stands outside a region.');
  return { prefix, region };
};
