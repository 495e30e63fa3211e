import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { buildUpdate, readCancellationReasons, transact } from '#lambdas/lib/aws/dynamodb.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionAdmins } from './region-admins.ts';
import { failedConditionReason, ignoreFailedCondition } from './unleased-user-writes.ts';
import type { UserQueries } from './user-queries.ts';
import type { User, UserRef } from './user-row.ts';
import { isAdminRow, toUserId } from './user-row.ts';

/** Duration of a lease: longer than a change takes, so that an interrupted change blocks the user only briefly. */
const leaseMs = 30_000;

/** Holder of a lease (`by`: id of the change, or of a job row) and the time at which it starts. */
export type Lease = { readonly by: string; readonly now: Date };

type LeaseRequest = Lease & {
  readonly losesAdmin: boolean;
  /** Removes even the last admin, for a drift repair, in which the users table follows Cognito. */
  readonly allowsRemovingLastAdmin?: boolean;
};

type RevocationLeaseRequest = LeaseRequest & {
  /** True to take over the lease of a change in progress, which then fails with UserChanged. */
  readonly takesOver: boolean;
};

/** Returns the attributes in which a lease is stored in the user's row. */
export const toLeaseAttributes = ({ by, now }: Lease) => ({
  claimedBy: by,
  claimedUntil: new Date(now.getTime() + leaseMs).toISOString(),
});

const setLeaseExpression = 'SET claimedBy = :claimedBy, claimedUntil = :claimedUntil';

/** Condition that a lease is free; it needs the value `now`. */
export const freeLeaseCondition = '(attribute_not_exists(claimedUntil) OR claimedUntil <= :now)';

/** Leases on users: the exclusive right to change a user for a limited time. */
export type UserLeases = {
  /** Takes the lease on a user before Cognito is changed, if the version is current. Throws UserChanged, or LastAdmin for a region's last admin. */
  readonly acquireLease: (user: User, request: LeaseRequest) => Promise<User>;
  /**
   * Takes the lease on a user whose rights are taken away, regardless of the version. Returns the current user, or undefined while
   * another change is in progress, unless the request takes over its lease. Throws UserNotFoundException or LastAdmin.
   */
  readonly acquireRevocationLease: (user: UserRef, request: RevocationLeaseRequest) => Promise<User | undefined>;
  /** Ends the lease and adds an enabled admin to the region's admins again. Does nothing if the lease has been lost since. */
  readonly releaseLease: (leasedUser: User) => Promise<void>;
};

export const createUserLeases = (
  db: DynamoDBDocumentClient,
  table: string,
  { admins, get }: { readonly admins: RegionAdmins; readonly get: UserQueries['get'] },
): UserLeases => {
  const releaseLease = (leasedUser: User): Promise<void> => {
    const { id, claimedBy } = leasedUser;
    const release: TransactItem = {
      Update: buildUpdate(table, { id }, 'REMOVE claimedBy, claimedUntil', { claimedBy }, 'claimedBy = :claimedBy'),
    };
    return ignoreFailedCondition(transact(db, [release, ...admins.buildAdditionIfAdmin(leasedUser)]));
  };

  return {
    acquireLease: async (user, { losesAdmin, allowsRemovingLastAdmin = false, ...lease }) => {
      const values = toLeaseAttributes(lease);
      const leasedUser = { ...user, ...values };
      const items: TransactItem[] = [
        {
          Update: buildUpdate(
            table,
            { id: user.id },
            setLeaseExpression,
            { ...values, version: user.version, now: lease.now.toISOString() },
            `#version = :version AND ${freeLeaseCondition}`,
          ),
        },
      ];
      if (losesAdmin && isAdminRow(user))
        items.push(allowsRemovingLastAdmin ? admins.buildRemoval(user) : admins.buildRemovalUnlessLast(user));
      try {
        await transact(db, items);
        return leasedUser;
      } catch (error) {
        const [rowReason, adminsReason] = readCancellationReasons(error);
        if (rowReason === failedConditionReason) throw new AppError('UserChanged', { cause: error });
        throw adminsReason === failedConditionReason ? new AppError('LastAdmin', { cause: error }) : error;
      }
    },

    acquireRevocationLease: async (
      { region, sub },
      { losesAdmin, allowsRemovingLastAdmin = false, takesOver, ...lease },
    ) => {
      const values = toLeaseAttributes(lease);
      const id = toUserId(region, sub);
      const update = takesOver
        ? buildUpdate(table, { id }, setLeaseExpression, values, 'attribute_exists(id)')
        : buildUpdate(
            table,
            { id },
            setLeaseExpression,
            { ...values, now: lease.now.toISOString() },
            `attribute_exists(id) AND ${freeLeaseCondition}`,
          );
      let hasLease = true;
      try {
        await transact(db, [{ Update: update }]);
      } catch (error) {
        if (!readCancellationReasons(error).includes(failedConditionReason)) throw error;
        hasLease = false;
      }
      const row = await get(region, sub);
      if (!row) throw new AppError('UserNotFoundException');
      if (!hasLease) return undefined;
      const leasedUser = { ...row, ...values };
      if (losesAdmin && isAdminRow(row))
        try {
          await transact(db, [allowsRemovingLastAdmin ? admins.buildRemoval(row) : admins.buildRemovalUnlessLast(row)]);
        } catch (error) {
          await releaseLease(leasedUser);
          throw readCancellationReasons(error).includes(failedConditionReason)
            ? new AppError('LastAdmin', { cause: error })
            : error;
        }
      return leasedUser;
    },

    releaseLease,
  };
};
