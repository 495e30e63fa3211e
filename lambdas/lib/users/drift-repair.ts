import type { RegionId } from '#shared/config/regions.ts';
import type { Actor, FactsDifference } from './audit.ts';
import type { ChangeCollaborators, ChangeSteps } from './change-steps.ts';
import type { PoolUser } from './pool.ts';
import {
  applyPoolUser,
  toAuditSnapshot,
  buildNewRow,
  diffRows,
  toInvitationDates,
  isEmptyDifference,
  toSessionsEnd,
} from './row-from-cognito.ts';
import type { User } from './user-row.ts';
import { findRoles, noStoreId } from './user-row.ts';

type Collaborators = Pick<ChangeCollaborators, 'users' | 'configuredGroups' | 'now'> & {
  readonly steps: Pick<ChangeSteps, 'withLease' | 'withRevocationLease' | 'createEvent'>;
};

/** Repairs of differences between Cognito and the users table; Cognito takes precedence. */
export type DriftRepair = {
  /** Returns the facts in which a row differs from Cognito, or undefined if there are none. */
  readonly findDrift: (user: User, poolUser: PoolUser) => FactsDifference | undefined;
  /** Updates a row from Cognito. Returns the new row, or undefined if nothing differs; an expired lease is then released. */
  readonly updateFromCognito: (actor: Actor, user: User, poolUser: PoolUser) => Promise<User | undefined>;
  /** Creates a row without a store for a user who exists only in Cognito. Throws UsernameExistsException. */
  readonly adopt: (actor: Actor, region: RegionId, poolUser: PoolUser) => Promise<User>;
  /** Removes the row of a user who no longer exists in Cognito. */
  readonly removeMissing: (actor: Actor, user: User) => Promise<void>;
};

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.every((name) => b.includes(name)) && b.every((name) => a.includes(name));

export const createDriftRepair = ({ users, configuredGroups, now, steps }: Collaborators): DriftRepair => {
  const { withLease, withRevocationLease, createEvent } = steps;

  const findDrift = (user: User, poolUser: PoolUser): FactsDifference | undefined => {
    const row = applyPoolUser(user, poolUser, now());
    const difference = diffRows(user, row, configuredGroups);
    // While groups are being renamed, their names differ but not the roles.
    const hasSameGroups = isSameSet(row.groups, user.groups);
    const isSame = isEmptyDifference(difference) && row.email === user.email && hasSameGroups;
    return isSame ? undefined : difference;
  };

  return {
    findDrift,

    updateFromCognito: async (actor, user, poolUser) => {
      const isInSync = findDrift(user, poolUser) === undefined;
      // An interrupted change may have removed an admin from the region's admins; releasing its expired lease adds them again.
      if (isInSync && (user.claimedUntil === undefined || user.claimedUntil > now().toISOString())) return undefined;
      const losesAdmin = !poolUser.enabled || !findRoles(poolUser, configuredGroups).includes('admin');
      return withLease(user, { losesAdmin, allowsRemovingLastAdmin: true }, async (leasedUser) => {
        if (isInSync) {
          await users.releaseLease(leasedUser);
          return undefined;
        }
        const repairedAt = now();
        const isDisabledInCognito = user.enabled && !poolUser.enabled;
        const userWithDates = isDisabledInCognito ? { ...user, ...toSessionsEnd(repairedAt) } : user;
        const row = {
          ...applyPoolUser(userWithDates, poolUser, repairedAt),
          version: user.version + 1,
          changedBy: actor.requestId,
        };
        const difference = diffRows(user, row, configuredGroups);
        await users.replace(leasedUser, row, [createEvent(row, 'reconciled', actor, repairedAt, difference)]);
        return row;
      });
    },

    adopt: async (actor, region, poolUser) => {
      const repairedAt = now();
      const row = buildNewRow(actor, region, poolUser, {
        storeId: noStoreId,
        storeName: noStoreId,
        ...(poolUser.status === 'invited' && toInvitationDates(poolUser.createdAt)),
        updatedAt: repairedAt.toISOString(),
        ...toSessionsEnd(repairedAt),
      });
      const facts = { before: {}, after: toAuditSnapshot(row, configuredGroups) };
      await users.add(row, [createEvent(row, 'reconciled', actor, repairedAt, facts)]);
      return row;
    },

    removeMissing: (actor, user) =>
      withRevocationLease(user, { losesAdmin: true, allowsRemovingLastAdmin: true }, async (leasedUser) => {
        const facts = { before: toAuditSnapshot(leasedUser, configuredGroups), after: {} };
        await users.remove(leasedUser, [createEvent(leasedUser, 'reconciled', actor, now(), facts)]);
      }),
  };
};
