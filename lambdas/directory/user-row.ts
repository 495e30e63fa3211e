import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { simplifyGroup, roles, simplifyGroups } from '#shared/groups.ts';
import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import { storeKey } from '#shared/stores.ts';

export const userSchema = z.object({
  id: z.string(),
  region: field.region,
  sub: z.string(),
  email: z.string(),
  store: z.string(),
  /** `region#state`: what the index by state is asked for. */
  regionState: z.string(),
  /** Of an admin; no other row has it, so that the index holds admins alone. */
  adminOf: z.optional(field.region),
  storeId: z.string(),
  storeName: z.string(),
  groups: z.array(z.string()),
  enabled: z.boolean(),
  status: z.enum(['confirmed', 'invited']),
  invitedAt: z.optional(field.instant),
  inviteExpiresAt: z.optional(field.instant),
  lastSignInAt: z.optional(field.instant),
  /** When the last email was sent to the address that came back for good. */
  bouncedAt: z.optional(field.instant),
  secondFactor: z.boolean(),
  createdAt: field.instant,
  updatedAt: field.instant,
  /** Sessions that began before this instant have ended. */
  validAfter: z.optional(field.instant),
  /** Optimistic lock: rises with every change that an admin makes or sees. */
  version: z.int(),
  /** The request, or row of a job, that changed the row last: a repeated one is told by it. */
  changedBy: z.optional(z.string()),
  /** The claim (a lease) of the change under way: its holder, and when it lapses at the latest. */
  claimedBy: z.optional(z.string()),
  claimedUntil: z.optional(field.instant),
});

export type User = z.output<typeof userSchema>;

export const userId = (region: RegionId, sub: string) => `${region}#${sub}`;

/** The store of somebody who has none: no store's id, and no input that names one, is empty. */
export const noStore = '';

/** What an admin finds users by; not how an invitation stands, which changes by itself. */
export type DirectoryState = 'disabled' | User['status'];

export const regionState = (region: RegionId, state: DirectoryState) => `${region}#${state}`;

export const isAdminRow = ({ enabled, groups }: Pick<User, 'enabled' | 'groups'>) =>
  enabled && groups.some((name) => simplifyGroup(name) === 'admin');

type Derived = 'id' | 'store' | 'regionState' | 'adminOf';
type Defaulted = 'version' | 'secondFactor';

export const userRow = (facts: Omit<User, Derived | Defaulted> & Partial<Pick<User, Derived | Defaulted>>): User => {
  const { adminOf: _, ...rest } = facts;
  return {
    version: 0,
    secondFactor: false,
    ...rest,
    id: userId(facts.region, facts.sub),
    store: storeKey(facts.region, facts.storeId),
    regionState: regionState(facts.region, facts.enabled ? facts.status : 'disabled'),
    ...(facts.groups.some((name) => simplifyGroup(name) === 'admin') && { adminOf: facts.region }),
  };
};

/** The roles that a user's configured groups come to. */
export const rolesOf = ({ groups }: Pick<User, 'groups'>, configuredGroups: readonly string[]): Role[] => {
  const held = simplifyGroups(groups, configuredGroups);
  return roles.filter((role) => held.includes(role));
};

/** Whether somebody is in their region's own group, without which nothing opens. */
export const isInRegion = ({ groups, region }: Pick<User, 'groups' | 'region'>, configuredGroups: readonly string[]) =>
  simplifyGroups(groups, configuredGroups).includes(regions[region].group);
