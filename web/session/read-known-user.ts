import { parseJson } from '#shared/api/parse-json.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { browserMemory } from '#web/browser/memory.ts';
import { toKnownUserName } from './known-user.ts';
import type { KnownUser } from './known-user.ts';

const isKnownUser = (value: unknown): value is KnownUser =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'userGroups'));

/** Returns the user of the stored session; undefined if unknown. In a file of its own, because the sign-in pages do not need it. */
export const readKnownUser = (region: RegionId): KnownUser | undefined => {
  const storedUser = parseJson(browserMemory.get(toKnownUserName(region)) ?? '');
  return isKnownUser(storedUser) ? { ...storedUser, region } : undefined;
};
