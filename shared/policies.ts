import type { Group } from './groups.ts';
import type { RegionId } from './regions.ts';
import { regions } from './regions.ts';
import type { Audience } from './route.ts';

/** What a policy asks of a signed-in user; handlers, guards and navigation share these sentences. */
export type Actor = { readonly userGroups: readonly Group[] };

export const isAdmin = (actor: Actor) => actor.userGroups.includes('admin');

export const belongsTo = (actor: Actor, region: RegionId) => actor.userGroups.includes(regions[region].group);

/** Whether the groups match. The region's group is asked apart. */
export const isInAudience = (actor: Actor, audience: Audience) =>
  audience === 'anyone' || audience === 'authenticated' || audience.some((role) => actor.userGroups.includes(role));

/** Who books and sees repairs. */
export const repairsAudience = ['admin', 'register-repairs'] as const satisfies Audience;
/** Who books and sees returns, where the region has them. */
export const returnsAudience = ['admin', 'register-returns'] as const satisfies Audience;
/** Who books anything, and so for a store. */
export const bookingAudience = ['admin', 'register-repairs', 'register-returns'] as const satisfies Audience;

export const isRegisterReturnsAllowed = (actor: Actor, region: { readonly returnsAvailable: boolean }) =>
  region.returnsAvailable && isInAudience(actor, returnsAudience);
