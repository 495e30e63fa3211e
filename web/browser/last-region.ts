import { isRegionId } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { browserMemory } from './memory.ts';

const name = 'lastRegion';

export const lastRegion = {
  get: (): RegionId | undefined => {
    const known = browserMemory.get(name) ?? '';
    return isRegionId(known) ? known : undefined;
  },
  set: (region: RegionId) => browserMemory.set(name, region),
};
