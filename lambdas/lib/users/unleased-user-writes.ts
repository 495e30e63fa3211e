import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { buildUpdate, readCancellationReasons, transact } from '#lambdas/lib/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import type { User } from './user-row.ts';
import { toRegionState } from './user-row.ts';

/** Cancellation reason of a transaction item whose condition failed. */
export const failedConditionReason = 'ConditionalCheckFailed';

/** Awaits a write and ignores a failed condition. */
export const ignoreFailedCondition = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!readCancellationReasons(error).includes(failedConditionReason)) throw error;
  });

/** Writes to users that need no lease. */
export type UnleasedUserWrites = {
  /** Updates the store name in a user's row. Does nothing if the user has moved to another store or a condition in `otherItems` fails. */
  readonly updateStoreName: (
    user: Pick<User, 'id' | 'store'>,
    storeName: string,
    otherItems: readonly TransactItem[],
  ) => Promise<void>;
  /** Records a new password: completes the invitation and ends sessions from before `now`. Fails for disabled or deleted users. `token` makes it idempotent. */
  readonly recordPasswordChange: (
    user: Pick<User, 'id' | 'region'>,
    now: Date,
    event: TransactItem,
    token: string,
  ) => Promise<void>;
  /** Writes an audit event that changes no row. */
  readonly recordEvent: (event: TransactItem) => Promise<void>;
  /** Records whether sign-in needs a one-time code. Fails for deleted users. `token` makes it idempotent. */
  readonly recordSecondFactor: (
    user: Pick<User, 'id'>,
    isOn: boolean,
    now: Date,
    event: TransactItem,
    token: string,
  ) => Promise<void>;
  /** Records that an email sent at `at` (ISO instant) bounced. Keeps a later bounce; does nothing if the user no longer exists. */
  readonly recordBounce: (user: Pick<User, 'id'>, at: string) => Promise<void>;
};

export const createUnleasedUserWrites = (db: DynamoDBDocumentClient, table: string): UnleasedUserWrites => {
  const updateWithEvent = (
    id: string,
    change: string,
    values: Readonly<Record<string, unknown>>,
    condition: string,
    event: TransactItem,
    token?: string,
  ): Promise<void> => transact(db, [{ Update: buildUpdate(table, { id }, change, values, condition) }, event], token);

  return {
    updateStoreName: (
      { id, store }: Pick<User, 'id' | 'store'>,
      storeName: string,
      otherItems: readonly TransactItem[],
    ): Promise<void> => {
      const condition = '#store = :store AND storeName <> :storeName';
      const update = buildUpdate(table, { id }, 'SET storeName = :storeName', { storeName, store }, condition);
      return ignoreFailedCondition(transact(db, [{ Update: update }, ...otherItems]));
    },
    recordPasswordChange: (
      { id, region }: Pick<User, 'id' | 'region'>,
      now: Date,
      event: TransactItem,
      token: string,
    ) =>
      updateWithEvent(
        id,
        'SET #status = :status, regionState = :state, updatedAt = :now, validAfter = :now REMOVE inviteExpiresAt',
        { status: 'confirmed', state: toRegionState(region, 'confirmed'), now: now.toISOString(), yes: true },
        // Cognito does not let a disabled user set a password, so that the state `disabled` is never overwritten.
        'attribute_exists(id) AND enabled = :yes',
        event,
        token,
      ),
    recordEvent: (event: TransactItem): Promise<void> => transact(db, [event]),
    recordSecondFactor: ({ id }: Pick<User, 'id'>, isOn: boolean, now: Date, event: TransactItem, token: string) =>
      updateWithEvent(
        id,
        'SET secondFactor = :isOn, updatedAt = :now',
        { isOn, now: now.toISOString() },
        'attribute_exists(id)',
        event,
        token,
      ),
    recordBounce: async ({ id }: Pick<User, 'id'>, at: string): Promise<void> => {
      const condition = 'attribute_exists(id) AND (attribute_not_exists(bouncedAt) OR bouncedAt < :at)';
      const update = buildUpdate(table, { id }, 'SET bouncedAt = :at', { at }, condition);
      await wasApplied(db.send(new UpdateCommand(update)));
    },
  };
};
