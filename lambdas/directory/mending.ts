import type { RegionId } from '#shared/regions.ts';
import type { Actor } from './audit.ts';
import { differenceOf } from './audit.ts';
import type { PoolUser } from './pool.ts';
import type { UserChanges, UserChangeCollaborators } from './user-changes.ts';
import { endsSessions, invitation } from './user-changes.ts';
import type { User } from './user-row.ts';
import { rolesOf, noStore } from './user-row.ts';

type Collaborators = Pick<UserChangeCollaborators, 'users' | 'configuredGroups' | 'now'> &
  Pick<UserChanges, 'driftOf' | 'factsOf' | 'mirrored' | 'newRow' | 'event' | 'withClaim' | 'withSeized'>;

export const mending = (parts: Collaborators) => {
  const { users, configuredGroups, now, driftOf, factsOf, mirrored, newRow, event, withClaim, withSeized } = parts;
  return {
    mirror: async (actor: Actor, user: User, found: PoolUser): Promise<User | undefined> => {
      const isSame = driftOf(user, found) === undefined;
      // A claim that is left over may have taken an admin from the region's.
      if (isSame && (user.claimedUntil === undefined || user.claimedUntil > now().toISOString())) return undefined;
      const losesAdmin = !found.enabled || !rolesOf(found, configuredGroups).includes('admin');
      return withClaim(user, { losesAdmin, evenLast: true }, async (claimed) => {
        const at = now();
        const row = {
          ...mirrored({ ...user, ...(!found.enabled && user.enabled && endsSessions(at)) }, found, at),
          version: user.version + 1,
          changedBy: actor.requestId,
        };
        const difference = differenceOf(factsOf(user), factsOf(row));
        if (isSame) {
          await users.release(claimed);
          return undefined;
        }
        await users.replace(claimed, row, [event(row, 'reconciled', actor, at, difference)]);
        return row;
      });
    },

    /** Gives a row, without a store, to somebody whom only Cognito knows. Throws UsernameExistsException. */
    adopt: async (actor: Actor, region: RegionId, found: PoolUser): Promise<User> => {
      const at = now();
      const row = newRow(actor, region, found, {
        storeId: noStore,
        storeName: noStore,
        ...(found.status === 'invited' && invitation(found.createdAt)),
        updatedAt: at.toISOString(),
        ...endsSessions(at),
      });
      await users.add(row, [event(row, 'reconciled', actor, at, { before: {}, after: factsOf(row) })]);
      return row;
    },

    forget: (actor: Actor, user: User): Promise<void> =>
      withSeized(user, { losesAdmin: true, evenLast: true }, (seized) =>
        users.remove(seized, [event(seized, 'reconciled', actor, now(), { before: factsOf(seized), after: {} })]),
      ),
  };
};
