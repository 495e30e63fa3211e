import type { RegionId } from '#shared/config/regions.ts';
import type { Actor } from './audit.ts';
import { diffFacts } from './audit.ts';
import type { PoolUser } from './pool.ts';
import type { UserChanges, UserChangeCollaborators } from './user-changes.ts';
import { sessionsEndedAt, invitationDates } from './user-changes.ts';
import type { User } from './user-row.ts';
import { findRoles, noStoreId } from './user-row.ts';

type Collaborators = Pick<UserChangeCollaborators, 'users' | 'configuredGroups' | 'now'> &
  Pick<
    UserChanges,
    'findDrift' | 'auditSnapshot' | 'applyPoolUser' | 'newRow' | 'createEvent' | 'withLease' | 'withSeizedLease'
  >;

/** Repairs of differences between Cognito and the users table; Cognito takes precedence. */
export type DriftRepair = {
  /** Updates a row from Cognito. Returns the new row, or undefined if nothing differs; an expired lease is then released. */
  readonly updateFromCognito: (actor: Actor, user: User, poolUser: PoolUser) => Promise<User | undefined>;
  /** Creates a row without a store for a user who exists only in Cognito. Throws UsernameExistsException. */
  readonly adopt: (actor: Actor, region: RegionId, poolUser: PoolUser) => Promise<User>;
  /** Removes the row of a user who no longer exists in Cognito. */
  readonly removeMissing: (actor: Actor, user: User) => Promise<void>;
};

export const createDriftRepair = (parts: Collaborators): DriftRepair => {
  const {
    users,
    configuredGroups,
    now,
    findDrift,
    auditSnapshot,
    applyPoolUser,
    newRow,
    createEvent,
    withLease,
    withSeizedLease,
  } = parts;
  return {
    updateFromCognito: async (actor: Actor, user: User, poolUser: PoolUser): Promise<User | undefined> => {
      const isInSync = findDrift(user, poolUser) === undefined;
      // Taking the lease may have removed an admin from the region's admins, which releasing it reverts.
      if (isInSync && (user.claimedUntil === undefined || user.claimedUntil > now().toISOString())) return undefined;
      const losesAdmin = !poolUser.enabled || !findRoles(poolUser, configuredGroups).includes('admin');
      return withLease(user, { losesAdmin, includesLastAdmin: true }, async (leasedUser) => {
        const repairedAt = now();
        const row = {
          ...applyPoolUser(
            { ...user, ...(!poolUser.enabled && user.enabled && sessionsEndedAt(repairedAt)) },
            poolUser,
            repairedAt,
          ),
          version: user.version + 1,
          changedBy: actor.requestId,
        };
        const difference = diffFacts(auditSnapshot(user), auditSnapshot(row));
        if (isInSync) {
          await users.releaseLease(leasedUser);
          return undefined;
        }
        await users.replace(leasedUser, row, [createEvent(row, 'reconciled', actor, repairedAt, difference)]);
        return row;
      });
    },

    adopt: async (actor: Actor, region: RegionId, poolUser: PoolUser): Promise<User> => {
      const repairedAt = now();
      const row = newRow(actor, region, poolUser, {
        storeId: noStoreId,
        storeName: noStoreId,
        ...(poolUser.status === 'invited' && invitationDates(poolUser.createdAt)),
        updatedAt: repairedAt.toISOString(),
        ...sessionsEndedAt(repairedAt),
      });
      await users.add(row, [
        createEvent(row, 'reconciled', actor, repairedAt, { before: {}, after: auditSnapshot(row) }),
      ]);
      return row;
    },

    removeMissing: (actor: Actor, user: User): Promise<void> =>
      withSeizedLease(user, { losesAdmin: true, includesLastAdmin: true }, (leasedUser) =>
        users.remove(leasedUser, [
          createEvent(leasedUser, 'reconciled', actor, now(), { before: auditSnapshot(leasedUser), after: {} }),
        ]),
      ),
  };
};
