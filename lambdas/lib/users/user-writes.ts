import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { buildDiffUpdate, buildExpressions, readCancellationReasons, transact } from '#lambdas/lib/aws/dynamodb.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionAdmins } from './region-admins.ts';
import { failedConditionReason } from './unleased-user-writes.ts';
import type { User, UserRef } from './user-row.ts';
import { toUserId } from './user-row.ts';

/** Writes of users' rows, which also keep the list of each region's admins up to date. */
export type UserWrites = {
  /** Overwrites any existing row: for creating users, not for changes. */
  readonly put: (row: User) => Promise<void>;
  /** Writes the differences and releases the lease. Keeps what the user did meanwhile (signed in, set a password). Throws UserChanged. */
  readonly replace: (leasedUser: User, row: User, otherItems: readonly TransactItem[]) => Promise<void>;
  /**
   * Writes the loss of rights, even if the lease has been lost since. An enabled admin stays among the region's admins. Throws
   * UserNotFoundException, or UserChanged if another item's condition fails.
   */
  readonly revokeRights: (
    leasedUser: User,
    row: User,
    otherItems: readonly TransactItem[],
    options: { readonly losesAdmin: boolean },
  ) => Promise<void>;
  /** Removes a user, even if the lease has been lost since, and writes `otherItems` with it. Throws UserNotFoundException. */
  readonly remove: (leasedUser: User, otherItems: readonly TransactItem[]) => Promise<void>;
  /** Returns a condition check that fails its transaction if the user is no longer an enabled admin. */
  readonly buildAdminCheck: (user: UserRef) => TransactItem;
};

/** Returns UserNotFoundException if the first item's condition failed, UserChanged for another item's, and any other error unchanged. */
const toRevocationError = (error: unknown): unknown => {
  const [rowReason, ...otherReasons] = readCancellationReasons(error);
  if (rowReason === failedConditionReason) return new AppError('UserNotFoundException', { cause: error });
  if (otherReasons.includes(failedConditionReason)) return new AppError('UserChanged', { cause: error });
  return error;
};

export const createUserWrites = (db: DynamoDBDocumentClient, table: string, admins: RegionAdmins): UserWrites => ({
  put: (row) => transact(db, [{ Put: { TableName: table, Item: row } }, admins.buildAdditionOrRemoval(row)]),

  replace: async (leasedUser, row, otherItems) => {
    const difference = buildDiffUpdate(leasedUser, row, '#claimedBy = :by', { by: leasedUser.claimedBy });
    try {
      await transact(db, [
        { Update: { TableName: table, Key: { id: leasedUser.id }, ...difference } },
        ...admins.buildAdditionIfAdmin(row),
        ...otherItems,
      ]);
    } catch (error) {
      throw readCancellationReasons(error).includes(failedConditionReason)
        ? new AppError('UserChanged', { cause: error })
        : error;
    }
  },

  revokeRights: async (leasedUser, row, otherItems, { losesAdmin }) => {
    const difference = buildDiffUpdate(leasedUser, row, 'attribute_exists(id)', {});
    try {
      await transact(db, [
        { Update: { TableName: table, Key: { id: leasedUser.id }, ...difference } },
        ...otherItems,
        ...(losesAdmin ? [admins.buildAdditionOrRemoval(row)] : []),
      ]);
    } catch (error) {
      throw toRevocationError(error);
    }
  },

  remove: async (leasedUser, otherItems) => {
    try {
      await transact(db, [
        { Delete: { TableName: table, Key: { id: leasedUser.id }, ConditionExpression: 'attribute_exists(id)' } },
        ...otherItems,
        admins.buildRemoval(leasedUser),
      ]);
    } catch (error) {
      throw toRevocationError(error);
    }
  },

  buildAdminCheck: ({ region, sub }) => ({
    ConditionCheck: {
      TableName: table,
      Key: { id: toUserId(region, sub) },
      ...buildExpressions({ ConditionExpression: 'enabled = :yes AND adminOf = :region' }, { yes: true, region }),
    },
  }),
});
