import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { updateItem, reasonsOf, transact } from '#lambdas/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import type { User } from './user-row.ts';
import { regionState } from './user-row.ts';

export const conditionFailed = 'ConditionalCheckFailed';

export const unlessConditionFailed = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!reasonsOf(error).includes(conditionFailed)) throw error;
  });

export const userNotes = (db: DynamoDBDocumentClient, table: string) => {
  const note = (
    id: string,
    change: string,
    values: Readonly<Record<string, unknown>>,
    condition: string,
    event: TransactItem,
    token?: string,
  ): Promise<void> => transact(db, [{ Update: updateItem(table, { id }, change, values, condition) }, event], token);

  return {
    /** A user who has gone elsewhere meanwhile stays as they are; so does one for whom a condition of `others` fails. */
    noteStoreName: (
      { id, store }: Pick<User, 'id' | 'store'>,
      storeName: string,
      others: readonly TransactItem[],
    ): Promise<void> => {
      const condition = '#store = :store AND storeName <> :storeName';
      const update = updateItem(table, { id }, 'SET storeName = :storeName', { storeName, store }, condition);
      return unlessConditionFailed(transact(db, [{ Update: update }, ...others]));
    },
    /** A password was set: the invitation is done with, sessions from before `now` have ended. Who is disabled or gone sets none. `token`: idempotent. */
    notePassword: ({ id, region }: Pick<User, 'id' | 'region'>, now: Date, event: TransactItem, token: string) =>
      note(
        id,
        'SET #status = :status, regionState = :state, updatedAt = :now, validAfter = :now REMOVE inviteExpiresAt',
        { status: 'confirmed', state: regionState(region, 'confirmed'), now: now.toISOString(), yes: true },
        // Of somebody disabled the state stays: Cognito lets none of them set a password.
        'attribute_exists(id) AND enabled = :yes',
        event,
        token,
      ),
    noteEvent: (event: TransactItem): Promise<void> => transact(db, [event]),
    noteSecondFactor: ({ id }: Pick<User, 'id'>, isOn: boolean, now: Date, event: TransactItem, token: string) =>
      note(
        id,
        'SET secondFactor = :isOn, updatedAt = :now',
        { isOn, now: now.toISOString() },
        'attribute_exists(id)',
        event,
        token,
      ),
    /** An email to the user that was sent at an instant (ISO) came back. What is known of a later one stays; a user who is gone stays gone. */
    noteBounce: async ({ id }: Pick<User, 'id'>, at: string): Promise<void> => {
      const isLater = 'attribute_exists(id) AND (attribute_not_exists(bouncedAt) OR bouncedAt < :at)';
      const update = updateItem(table, { id }, 'SET bouncedAt = :at', { at }, isLater);
      await conditionHeld(db.send(new UpdateCommand(update)));
    },
  };
};
