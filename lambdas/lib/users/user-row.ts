import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { toStoreKey } from '#shared/stores/stores.ts';
import { simplifyGroup, roles, simplifyGroups } from '#shared/users/groups.ts';
import type { Role } from '#shared/users/groups.ts';

export const userSchema = z.object({
  id: z.string(),
  region: field.region,
  sub: z.string(),
  email: z.string(),
  /** `region#storeId`: partition key of the index by store. */
  store: z.string(),
  /** `region#state`: partition key of the index by state. */
  regionState: z.string(),
  /** Set for admins only, so that the index contains only admins. */
  adminOf: z.optional(field.region),
  storeId: z.string(),
  storeName: z.string(),
  groups: z.array(z.string()),
  enabled: z.boolean(),
  status: z.enum(['confirmed', 'invited']),
  invitedAt: z.optional(field.instant),
  inviteExpiresAt: z.optional(field.instant),
  lastSignInAt: z.optional(field.instant),
  /** Time at which the last email that bounced permanently was sent. */
  bouncedAt: z.optional(field.instant),
  /** True if sign-in needs a one-time code. */
  secondFactor: z.boolean(),
  createdAt: field.instant,
  updatedAt: field.instant,
  /** Sessions that began before this instant have ended. */
  validAfter: z.optional(field.instant),
  /** Optimistic lock: incremented by every change that an admin makes or sees. */
  version: z.int(),
  /** Request or job row that last changed the user; identifies a repetition of the same change. */
  changedBy: z.optional(z.string()),
  /** Lease of the change in progress: its holder and expiry. */
  claimedBy: z.optional(z.string()),
  claimedUntil: z.optional(field.instant),
});

export type User = z.output<typeof userSchema>;

export type UserRef = Pick<User, 'region' | 'sub'>;

export const toUserId = (region: RegionId, sub: string) => `${region}#${sub}`;

/** Store id of a user without a store: the empty text, which is not a valid store id. */
export const noStoreId = '';

/** States by which users are indexed. Expired invitations have no state of their own, because they expire without a write. */
export type DirectoryState = 'disabled' | User['status'];

export const toRegionState = (region: RegionId, state: DirectoryState) => `${region}#${state}`;

export const isAdminRow = ({ enabled, groups }: Pick<User, 'enabled' | 'groups'>) =>
  enabled && groups.some((name) => simplifyGroup(name) === 'admin');

type DerivedField = 'id' | 'store' | 'regionState' | 'adminOf';
type FieldWithDefault = 'version' | 'secondFactor';

export const buildUserRow = (
  facts: Omit<User, DerivedField | FieldWithDefault> & Partial<Pick<User, DerivedField | FieldWithDefault>>,
): User => {
  const { adminOf: _, ...otherFacts } = facts;
  return {
    version: 0,
    secondFactor: false,
    ...otherFacts,
    id: toUserId(facts.region, facts.sub),
    store: toStoreKey(facts.region, facts.storeId),
    regionState: toRegionState(facts.region, facts.enabled ? facts.status : 'disabled'),
    ...(facts.groups.some((name) => simplifyGroup(name) === 'admin') && { adminOf: facts.region }),
  };
};

/** Returns the roles that a user's configured groups grant, in the order of `roles`. */
export const findRoles = ({ groups }: Pick<User, 'groups'>, configuredGroups: readonly string[]): Role[] => {
  const userGroups = simplifyGroups(groups, configuredGroups);
  return roles.filter((role) => userGroups.includes(role));
};

/** Returns true if the user is in the region's group, which every right requires. */
export const isInRegion = ({ groups, region }: Pick<User, 'groups' | 'region'>, configuredGroups: readonly string[]) =>
  simplifyGroups(groups, configuredGroups).includes(regions[region].group);
