import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import { session, sessionId } from './sessions.ts';
import type { Session } from './sessions.ts';
import { user, userId } from './users.ts';
import type { User } from './users.ts';

export type CallerRows = { readonly user?: User; readonly session?: Session };

/** Reads the caller's two rows in one consistent call, so that disabling, narrowing and signing out work from the next request on. */
export const callerRows =
  (db: DynamoDBDocumentClient, tables: { readonly users: string; readonly sessions: string }) =>
  async (region: RegionId, sub: string, originJti: string): Promise<CallerRows> => {
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(
      new BatchGetCommand({
        RequestItems: {
          [tables.users]: { Keys: [{ id: userId(region, sub) }], ConsistentRead: true },
          [tables.sessions]: { Keys: [{ id: sessionId(region, originJti) }], ConsistentRead: true },
        },
      }),
    );
    // An unread row must not look like a missing one: that would sign people out whenever DynamoDB is busy.
    if (Object.keys(UnprocessedKeys).length > 0) throw new AppError('ServiceUnavailable');
    const [userItem] = Responses[tables.users] ?? [];
    const [sessionItem] = Responses[tables.sessions] ?? [];
    return {
      ...(userItem && { user: user.parse(userItem) }),
      ...(sessionItem && { session: session.parse(sessionItem) }),
    };
  };
