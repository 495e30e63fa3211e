import { tabMemory } from './memory.ts';

const name = 'arrival';

export const markPortalNavigation = () => tabMemory.set(name, 'true');

/** Returns whether the portal itself loaded this document (see `loadDocument`); true only once per load. */
export const consumePortalNavigation = (): boolean => {
  const isPortalNavigation = tabMemory.get(name) !== undefined;
  if (isPortalNavigation) tabMemory.remove(name);
  return isPortalNavigation;
};
