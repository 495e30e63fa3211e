import { useParams } from 'react-router';
import type { Place } from '#shared/paths.ts';
import { isPrefix, isRegionId } from '#shared/regions.ts';
import type { Prefix, RegionId } from '#shared/regions.ts';

/** The prefix and region of the address, each only if it is one. */
export const useAddress = (): { prefix: Prefix | undefined; region: RegionId | undefined } => {
  const { prefix = '', region = '' } = useParams();
  return { prefix: isPrefix(prefix) ? prefix : undefined, region: isRegionId(region) ? region : undefined };
};

/** The prefix and region that a page stands in. Throws outside a region. */
export const usePlace = (): Place => {
  const { prefix, region } = useAddress();
  if (!prefix || !region) throw new Error('This page stands outside a region.');
  return { prefix, region };
};
