import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { expressions, updateItem } from '#lambdas/aws/expressions.ts';
import type { TransactItem } from '#lambdas/aws/transact.ts';
import { transact } from '#lambdas/aws/transact.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';
import type { UserSession } from '#shared/users/sign-in-check.ts';
import type { Session } from './session-row.ts';
import { isRefreshable, sessionId, sessionSchema } from './session-row.ts';
import type { User } from './user-row.ts';
import { userId } from './user-row.ts';

/** What names a session to the page: the part of its id behind the region. */
const keyOf = ({ id }: Session) => id.slice(id.indexOf('#') + 1);

/** The sessions of users, as the index by user knows them a moment later. */
export const sessionsStore = (db: DynamoDBDocumentClient, table: string) => {
  const { partition, sort } = tables.sessions.indexes.byUser;
  const end = (region: RegionId, sub: string, key: string) => {
    const values = { yes: true, user: userId(region, sub) };
    return updateItem(table, { id: sessionId(region, key) }, 'SET revoked = :yes', values, `#${partition} = :user`);
  };

  return {
    /** The sessions of a user that still live, newest first. `current` is the origin_jti of the one that asks. */
    list: async (
      { region, sub, validAfter }: Pick<User, 'region' | 'sub' | 'validAfter'>,
      now: Date,
      current?: string,
    ): Promise<UserSession[]> => {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byUser',
          ...expressions(
            { KeyConditionExpression: `#${partition} = :user AND #${sort} >= :after` },
            { user: userId(region, sub), after: validAfter ?? '0' },
          ),
          ScanIndexForward: false,
          Limit: 100,
        }),
      );
      return Items.map((item) => sessionSchema.parse(item))
        .filter((session) => isRefreshable(session, now))
        .map((session) => ({
          id: keyOf(session),
          startedAt: session.startedAt,
          lastSeenAt: session.lastRefreshAt,
          device: session.device,
          isCurrent: keyOf(session) === current,
        }));
    },

    /** Writes the end of one session, as part of a transaction that fails when this user has no such session. */
    ending: (region: RegionId, sub: string, key: string): TransactItem => ({ Update: end(region, sub, key) }),

    /** Ends sessions of this user (99 at most) together with the event that tells of it, all or nothing. Throws where one is not theirs. */
    endTogether: (region: RegionId, sub: string, keys: readonly string[], event: TransactItem): Promise<void> =>
      transact(db, [...keys.map((key) => ({ Update: end(region, sub, key) })), event]),

    /** Ends one session of this user; false when they have no such session. */
    end: (region: RegionId, sub: string, key: string): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(end(region, sub, key)))),
  };
};

export type SessionsStore = ReturnType<typeof sessionsStore>;
