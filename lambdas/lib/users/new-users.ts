import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { buildExpressions, readCancellationReasons, transact } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RegionAdmins } from './region-admins.ts';
import { failedConditionReason } from './unleased-user-writes.ts';
import type { Lease } from './user-leases.ts';
import { toLeaseAttributes, freeLeaseCondition } from './user-leases.ts';
import type { User } from './user-row.ts';

/** Returns the id of the item that reserves an email during an invitation. */
const toReservationId = (region: RegionId, email: string) => `${region}#inviting#${email}`;

/** Writes of users who have no row yet. */
export type NewUsers = {
  /** Reserves an email for an invitation. Throws UsernameExistsException if another invitation has reserved it. */
  readonly reserveEmail: (region: RegionId, email: string, lease: Lease) => Promise<void>;
  readonly releaseEmail: (region: RegionId, email: string) => Promise<void>;
  /** Adds a user, releases the email, and writes `otherItems` with it. Throws UsernameExistsException if the row already exists. */
  readonly add: (row: User, otherItems: readonly TransactItem[]) => Promise<void>;
};

export const createNewUsers = (db: DynamoDBDocumentClient, table: string, admins: RegionAdmins): NewUsers => ({
  reserveEmail: async (region, email, lease) => {
    const item = { id: toReservationId(region, email), ...toLeaseAttributes(lease) };
    const putCommand = new PutCommand({
      TableName: table,
      Item: item,
      // A job row that is repeated after an interruption has the same `by`, so that it can reserve its email again.
      ...buildExpressions(
        { ConditionExpression: `claimedBy = :by OR ${freeLeaseCondition}` },
        { by: lease.by, now: lease.now.toISOString() },
      ),
    });
    if (!(await wasApplied(db.send(putCommand)))) throw new AppError('UsernameExistsException');
  },

  releaseEmail: async (region, email) => {
    await db.send(new DeleteCommand({ TableName: table, Key: { id: toReservationId(region, email) } }));
  },

  add: async (row, otherItems) => {
    try {
      await transact(db, [
        { Put: { TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(id)' } },
        { Delete: { TableName: table, Key: { id: toReservationId(row.region, row.email) } } },
        ...admins.buildAdditionIfAdmin(row),
        ...otherItems,
      ]);
    } catch (error) {
      if (readCancellationReasons(error)[0] !== failedConditionReason) throw error;
      throw new AppError('UsernameExistsException', { cause: error });
    }
  },
});
