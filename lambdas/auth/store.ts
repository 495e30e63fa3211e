import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { updateItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import type { AttemptKind } from '#lambdas/directory/attempts.ts';
import { attemptKinds, attemptsId } from '#lambdas/directory/attempts.ts';
import type { Session } from '#lambdas/directory/sessions.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
const endOfWindow = (now: Date) => seconds(now) + limits.attempts.windowMinutes * 60;

export const authStore = (
  db: DynamoDBDocumentClient,
  tables: { readonly sessions: string; readonly attempts: string; readonly users: string },
) => {
  /** One more, and the window begins anew with it, unless it is full or over; the row as it then stands. */
  const countOneMore = async (id: string, now: Date) => {
    const read = (isCounted: boolean, row: Record<string, unknown>) => ({
      isCounted,
      failures: Number(row['failures']),
      end: Number(row['expiresAt']),
    });
    try {
      const { Attributes = {} } = await db.send(
        new UpdateCommand({
          ...updateItem(
            tables.attempts,
            { id },
            'SET expiresAt = :end ADD failures :one',
            { one: 1, max: limits.attempts.max, now: seconds(now), end: endOfWindow(now) },
            'attribute_not_exists(id) OR (expiresAt > :now AND failures < :max)',
          ),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return read(true, Attributes);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
      return read(false, unmarshall(error.Item));
    }
  };

  /** Begins a new window in place of one that is over; false when a concurrent request has begun it already. */
  const beginWindow = (id: string, now: Date): Promise<boolean> => {
    const put = new PutCommand({
      TableName: tables.attempts,
      Item: { id, failures: 1, expiresAt: endOfWindow(now) },
      ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': seconds(now) },
    });
    return conditionHeld(db.send(put));
  };

  return {
    /** Counts an attempt for an address (of one device), or a user, known or not, and says how many that makes. Throws LimitExceededException past the limit. */
    countAttempt: async (kind: AttemptKind, region: RegionId, name: string, now: Date): Promise<number> => {
      const id = attemptsId(kind, region, name);
      for (const isLast of [false, true]) {
        const { isCounted, failures, end } = await countOneMore(id, now);
        if (isCounted) return failures;
        if (isLast || end > seconds(now)) break;
        if (await beginWindow(id, now)) return 1;
      }
      throw new AppError('LimitExceededException');
    },

    /** One less; the window stays as it is. */
    takeBackAttempt: async (kind: AttemptKind, region: RegionId, name: string): Promise<void> => {
      const key = { id: attemptsId(kind, region, name) };
      const less = updateItem(tables.attempts, key, 'ADD failures :less', { less: -1, none: 0 }, 'failures > :none');
      await db.send(new UpdateCommand(less));
    },

    /** Begins a session and forgets the attempts (under `rateLimitKey`) in one step. Throws NotAuthorizedException for a user who is gone. */
    begin: async (session: Session, { id, region, sub }: User, rateLimitKey: string): Promise<void> => {
      const forget = (kind: AttemptKind, name: string) => ({
        Delete: { TableName: tables.attempts, Key: { id: attemptsId(kind, region, name) } },
      });
      const together = db.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              Update: updateItem(
                tables.users,
                { id },
                'SET lastSignInAt = :now',
                { now: session.startedAt },
                'attribute_exists(id)',
              ),
            },
            { Put: { TableName: tables.sessions, Item: session } },
            forget('sign-in', rateLimitKey),
            forget('second-factor', sub),
          ],
        }),
      );
      await together.catch(async (error: unknown) => {
        if (!(error instanceof TransactionCanceledException)) throw error;
        if (error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed')
          throw new AppError('NotAuthorizedException', { cause: error });
        await db.send(new PutCommand({ TableName: tables.sessions, Item: session }));
      });
    },

    forgetAttempts: async (region: RegionId, name: string): Promise<void> => {
      await Promise.all(
        attemptKinds.map((kind) =>
          db.send(new DeleteCommand({ TableName: tables.attempts, Key: { id: attemptsId(kind, region, name) } })),
        ),
      );
    },

    /** Notes a refresh. Throws ExpiredToken when the session has been signed out meanwhile. */
    noteRefresh: async (id: string, now: Date): Promise<void> => {
      const values = { now: now.toISOString(), no: false };
      const isOpen = 'attribute_exists(id) AND revoked = :no';
      const update = updateItem(tables.sessions, { id }, 'SET lastRefreshAt = :now', values, isOpen);
      if (!(await conditionHeld(db.send(new UpdateCommand(update))))) throw new AppError('ExpiredToken');
    },

    end: async (id: string): Promise<void> => {
      const update = updateItem(tables.sessions, { id }, 'SET revoked = :yes', { yes: true }, 'attribute_exists(id)');
      await conditionHeld(db.send(new UpdateCommand(update)));
    },
  };
};

export type AuthStore = ReturnType<typeof authStore>;
