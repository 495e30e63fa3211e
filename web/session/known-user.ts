import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { browserMemory, hashEmail } from '#web/browser/memory.ts';

/** The user's roles, and whose settings the browser has stored: they decide the requests for a page's first data. */
export type KnownUser = Pick<AuthObject, 'userGroups' | 'isAdminUser' | 'isRegisterReturnsAllowed'> & {
  readonly region: RegionId;
  readonly emailHash: string;
};

/** The user of the session with this absolute end, in milliseconds since the epoch. */
export type StoredUser = KnownUser & { readonly absolute: number };

export const toKnownUserName = (region: RegionId) => `session.${region}.user`;

export const toKnownUser = (
  region: RegionId,
  { userGroups, isAdminUser, isRegisterReturnsAllowed, email }: AuthObject,
): KnownUser => ({ userGroups, isAdminUser, isRegisterReturnsAllowed, emailHash: hashEmail(email), region });

/**
 * Remembers the user of the session with this absolute end, so that the next document can request its data together with
 * the session. The user's rights depend on the session alone: the server checks each request.
 */
export const rememberUser = (region: RegionId, auth: AuthObject, absolute: number) => {
  const storedUser: StoredUser = { ...toKnownUser(region, auth), absolute };
  if (Number.isFinite(absolute)) browserMemory.set(toKnownUserName(region), JSON.stringify(storedUser));
};

export const forgetUser = (region: RegionId) => browserMemory.remove(toKnownUserName(region));
