import { parseJson } from '#shared/api/parse-json.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { browserMemory } from '#web/browser/memory.ts';
import { toKnownUserName } from './known-user.ts';
import type { KnownUser, StoredUser } from './known-user.ts';

type Unchecked = Readonly<Record<keyof StoredUser, unknown>>;

const isStoredUser = (value: unknown): value is StoredUser => {
  if (typeof value !== 'object' || value === null) return false;
  const { userGroups, isAdminUser, isRegisterReturnsAllowed, emailHash, absolute } = value as Unchecked;
  return (
    Array.isArray(userGroups) &&
    userGroups.every((group) => typeof group === 'string') &&
    typeof isAdminUser === 'boolean' &&
    typeof isRegisterReturnsAllowed === 'boolean' &&
    typeof emailHash === 'string' &&
    typeof absolute === 'number'
  );
};

/**
 * Returns the user of the session with this absolute end; undefined if the user is unknown. In a file of its own, because
 * the sign-in pages do not need it.
 */
export const readKnownUser = (region: RegionId, sessionEnd: number): KnownUser | undefined => {
  const storedUser = parseJson(browserMemory.get(toKnownUserName(region)) ?? '');
  if (!isStoredUser(storedUser) || storedUser.absolute !== sessionEnd) return undefined;
  const { absolute: _, ...user } = storedUser;
  return { ...user, region };
};
