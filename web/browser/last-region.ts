import { isRegionId } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { browserMemory } from './memory.ts';

const name = 'lastRegion';

export const lastRegion = {
  get: (): RegionId | undefined => {
    const storedRegion = browserMemory.get(name) ?? '';
    return isRegionId(storedRegion) ? storedRegion : undefined;
  },
  set: (region: RegionId) => browserMemory.set(name, region),
};
