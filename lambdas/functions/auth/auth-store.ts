import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { buildUpdate } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import type { AttemptCounts } from '#lambdas/lib/sessions/attempt-counts.ts';
import { createAttemptCounts } from '#lambdas/lib/sessions/attempt-counts.ts';
import type { AttemptKind } from '#lambdas/lib/sessions/attempts.ts';
import { attemptKinds, toAttemptsId } from '#lambdas/lib/sessions/attempts.ts';
import type { Session } from '#lambdas/lib/sessions/sessions.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';

/** Store of the sessions, and of the attempts that precede them. */
export type AuthStore = AttemptCounts & {
  /** Stores a new session and deletes the user's attempts (under `rateLimitKey`) in one transaction. Throws NotAuthorizedException if the user no longer exists. */
  readonly startSession: (session: Session, user: User, rateLimitKey: string) => Promise<void>;
  /** Deletes the attempts of every kind under a name: an email, a rate limit key of a known browser, or a sub. */
  readonly deleteAttempts: (region: RegionId, name: string) => Promise<void>;
  /** Records a refresh. Throws ExpiredToken if the session has been ended or does not exist. */
  readonly recordRefresh: (id: string, now: Date) => Promise<void>;
  /** Revokes a session; does nothing if it does not exist. */
  readonly endSession: (id: string) => Promise<void>;
};

export const createAuthStore = (
  db: DynamoDBDocumentClient,
  tables: { readonly sessions: string; readonly attempts: string; readonly users: string },
): AuthStore => {
  return {
    ...createAttemptCounts(db, tables.attempts),

    startSession: async (session: Session, { id, region, sub }: User, rateLimitKey: string): Promise<void> => {
      const deleteAttempts = (kind: AttemptKind, name: string) => ({
        Delete: { TableName: tables.attempts, Key: { id: toAttemptsId(kind, region, name) } },
      });
      const transaction = db.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              Update: buildUpdate(
                tables.users,
                { id },
                'SET lastSignInAt = :now',
                { now: session.startedAt },
                'attribute_exists(id)',
              ),
            },
            { Put: { TableName: tables.sessions, Item: session } },
            deleteAttempts('sign-in', rateLimitKey),
            deleteAttempts('second-factor', sub),
          ],
        }),
      );
      await transaction.catch(async (error: unknown) => {
        if (!(error instanceof TransactionCanceledException)) throw error;
        if (error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed')
          throw new AppError('NotAuthorizedException', { cause: error });
        // After another cancellation, such as by a concurrent write, storing the session alone is enough.
        await db.send(new PutCommand({ TableName: tables.sessions, Item: session }));
      });
    },

    deleteAttempts: async (region: RegionId, name: string): Promise<void> => {
      await Promise.all(
        attemptKinds.map((kind) =>
          db.send(new DeleteCommand({ TableName: tables.attempts, Key: { id: toAttemptsId(kind, region, name) } })),
        ),
      );
    },

    recordRefresh: async (id: string, now: Date): Promise<void> => {
      const values = { now: now.toISOString(), no: false };
      const openCondition = 'attribute_exists(id) AND revoked = :no';
      const update = buildUpdate(tables.sessions, { id }, 'SET lastRefreshAt = :now', values, openCondition);
      if (!(await wasApplied(db.send(new UpdateCommand(update))))) throw new AppError('ExpiredToken');
    },

    endSession: async (id: string): Promise<void> => {
      const update = buildUpdate(tables.sessions, { id }, 'SET revoked = :yes', { yes: true }, 'attribute_exists(id)');
      await wasApplied(db.send(new UpdateCommand(update)));
    },
  };
};
