import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AuditSnapshot } from '#shared/users/audit.ts';
import type { Actor, FactsDifference } from './audit.ts';
import { diffFacts } from './audit.ts';
import type { PoolUser } from './pool.ts';
import type { User } from './user-row.ts';
import { findRoles, isInRegion, buildUserRow } from './user-row.ts';

/** Returns the row attributes of an invitation that was sent at `at`. */
export const toInvitationDates = (at: Date) => ({
  invitedAt: at.toISOString(),
  inviteExpiresAt: new Date(at.getTime() + limits.invitationDays * 24 * 3_600_000).toISOString(),
});

/** Returns the row attribute that ends all sessions started before `at`. */
export const toSessionsEnd = (at: Date) => ({ validAfter: at.toISOString() });

/** Returns the facts that audit events record. */
export const toAuditSnapshot = (user: User, configuredGroups: readonly string[]): AuditSnapshot => ({
  roles: findRoles(user, configuredGroups),
  inRegion: isInRegion(user, configuredGroups),
  enabled: user.enabled,
  status: user.status,
  storeId: user.storeId,
  storeName: user.storeName,
  secondFactor: user.secondFactor,
});

/** Returns the audited facts in which two rows of a user differ. */
export const diffRows = (before: User, after: User, configuredGroups: readonly string[]): FactsDifference =>
  diffFacts(toAuditSnapshot(before, configuredGroups), toAuditSnapshot(after, configuredGroups));

export const isEmptyDifference = ({ before, after }: FactsDifference) =>
  Object.keys(before).length + Object.keys(after).length === 0;

/** Returns a user's row with Cognito's values, and without its lease. Attributes that Cognito doesn't have stay. */
export const applyPoolUser = (
  user: User,
  { enabled, status, groups, secondFactor, email }: PoolUser,
  at: Date,
): User => {
  const { inviteExpiresAt, bouncedAt, claimedBy: _, claimedUntil: __, ...otherFields } = user;
  return buildUserRow({
    ...otherFields,
    email,
    enabled,
    status,
    groups,
    secondFactor,
    // A bounce applies only to the address that it was recorded for.
    ...(bouncedAt !== undefined && email === user.email && { bouncedAt }),
    ...(status === 'invited' && inviteExpiresAt !== undefined && { inviteExpiresAt }),
    updatedAt: at.toISOString(),
  });
};

/** Builds the row of a Cognito user who has none yet. */
export const buildNewRow = (
  actor: Actor,
  region: RegionId,
  poolUser: PoolUser,
  otherFacts: Pick<User, 'storeId' | 'storeName' | 'updatedAt'> & Partial<User>,
): User => {
  const { changedAt: _, createdAt, ...poolFacts } = poolUser;
  return buildUserRow({
    ...poolFacts,
    region,
    createdAt: createdAt.toISOString(),
    // Id of the request, job row or command that made the change.
    changedBy: actor.requestId,
    ...otherFacts,
  });
};
