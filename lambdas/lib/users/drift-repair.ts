import type { RegionId } from '#shared/config/regions.ts';
import type { Actor } from './audit.ts';
import { differenceOf } from './audit.ts';
import type { PoolUser } from './pool.ts';
import type { UserChanges, UserChangeCollaborators } from './user-changes.ts';
import { endsSessions, invitation } from './user-changes.ts';
import type { User } from './user-row.ts';
import { rolesOf, noStore } from './user-row.ts';

type Collaborators = Pick<UserChangeCollaborators, 'users' | 'configuredGroups' | 'now'> &
  Pick<UserChanges, 'driftOf' | 'factsOf' | 'mirrored' | 'newRow' | 'event' | 'withClaim' | 'withSeized'>;

/** Repairs of differences between Cognito and the users table; Cognito takes precedence. */
export const mending = (parts: Collaborators) => {
  const { users, configuredGroups, now, driftOf, factsOf, mirrored, newRow, event, withClaim, withSeized } = parts;
  return {
    /** Updates a row from Cognito. Returns the new row, or undefined if nothing differs; an expired lease is then released. */
    mirror: async (actor: Actor, user: User, poolUser: PoolUser): Promise<User | undefined> => {
      const isInSync = driftOf(user, poolUser) === undefined;
      // Taking the lease may have removed an admin from the region's admins, which releasing it reverts.
      if (isInSync && (user.claimedUntil === undefined || user.claimedUntil > now().toISOString())) return undefined;
      const losesAdmin = !poolUser.enabled || !rolesOf(poolUser, configuredGroups).includes('admin');
      return withClaim(user, { losesAdmin, evenLast: true }, async (leasedUser) => {
        const repairedAt = now();
        const row = {
          ...mirrored(
            { ...user, ...(!poolUser.enabled && user.enabled && endsSessions(repairedAt)) },
            poolUser,
            repairedAt,
          ),
          version: user.version + 1,
          changedBy: actor.requestId,
        };
        const difference = differenceOf(factsOf(user), factsOf(row));
        if (isInSync) {
          await users.release(leasedUser);
          return undefined;
        }
        await users.replace(leasedUser, row, [event(row, 'reconciled', actor, repairedAt, difference)]);
        return row;
      });
    },

    /** Creates a row without a store for a user who exists only in Cognito. Throws UsernameExistsException. */
    adopt: async (actor: Actor, region: RegionId, poolUser: PoolUser): Promise<User> => {
      const repairedAt = now();
      const row = newRow(actor, region, poolUser, {
        storeId: noStore,
        storeName: noStore,
        ...(poolUser.status === 'invited' && invitation(poolUser.createdAt)),
        updatedAt: repairedAt.toISOString(),
        ...endsSessions(repairedAt),
      });
      await users.add(row, [event(row, 'reconciled', actor, repairedAt, { before: {}, after: factsOf(row) })]);
      return row;
    },

    /** Removes the row of a user who no longer exists in Cognito. */
    forget: (actor: Actor, user: User): Promise<void> =>
      withSeized(user, { losesAdmin: true, evenLast: true }, (leasedUser) =>
        users.remove(leasedUser, [
          event(leasedUser, 'reconciled', actor, now(), { before: factsOf(leasedUser), after: {} }),
        ]),
      ),
  };
};
