import type { AuthObject } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { browserMemory, hashEmail } from '#web/browser/memory.ts';

/** What the requests for a page's first data depend on: the user's roles, and whose settings the browser has stored. */
export type KnownUser = Pick<AuthObject, 'userGroups' | 'isAdminUser' | 'isRegisterReturnsAllowed'> & {
  readonly region: RegionId;
  readonly emailHash: string;
};

export const toKnownUserName = (region: RegionId) => `session.${region}.user`;

export const toKnownUser = (
  region: RegionId,
  { userGroups, isAdminUser, isRegisterReturnsAllowed, email }: AuthObject,
): KnownUser => ({ userGroups, isAdminUser, isRegisterReturnsAllowed, emailHash: hashEmail(email), region });

/**
 * Remembers the user of a region's session until it ends, so that the next document can request its data together with
 * the session. The user's rights depend on the session alone: the server checks each request.
 */
export const rememberUser = (region: RegionId, auth: AuthObject) => {
  browserMemory.set(toKnownUserName(region), JSON.stringify(toKnownUser(region, auth)));
};

export const forgetUser = (region: RegionId) => browserMemory.remove(toKnownUserName(region));
