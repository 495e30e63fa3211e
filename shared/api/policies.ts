import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { Group } from '#shared/users/groups.ts';
import type { Audience } from './route.ts';

/** Part of a signed-in user that policies need. Handlers, route guards and navigation share these policies. */
export type Actor = { readonly userGroups: readonly Group[] };

export const isAdmin = (actor: Actor) => actor.userGroups.includes('admin');

export const belongsTo = (actor: Actor, region: RegionId) => actor.userGroups.includes(regions[region].group);

/** Returns whether the user has a role of the audience; membership in the region is checked separately. */
export const isInAudience = (actor: Actor, audience: Audience) =>
  audience === 'anyone' || audience === 'authenticated' || audience.some((role) => actor.userGroups.includes(role));

/** Roles that book and view repairs. */
export const repairsAudience = ['admin', 'register-repairs'] as const satisfies Audience;
/** Roles that book and view returns, in regions that offer them. */
export const returnsAudience = ['admin', 'register-returns'] as const satisfies Audience;
/** Roles that book records, and therefore need a store. */
export const bookingAudience = ['admin', 'register-repairs', 'register-returns'] as const satisfies Audience;
/** Roles of a store's staff, who see the news of their store. */
export const storeAudience = ['register-repairs', 'register-returns'] as const satisfies Audience;

export const canRegisterReturns = (actor: Actor, region: { readonly returnsAvailable: boolean }) =>
  region.returnsAvailable && isInAudience(actor, returnsAudience);
