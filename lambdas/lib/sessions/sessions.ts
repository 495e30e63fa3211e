import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { buildExpressions, buildUpdate, transact } from '#lambdas/lib/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { toUserId } from '#lambdas/lib/users/user-row.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { tables } from '#shared/config/tables.ts';
import type { UserSession, Device } from '#shared/users/sign-in-check.ts';
import { device } from '#shared/users/sign-in-check.ts';

export const sessionSchema = z.object({
  id: z.string(),
  sub: z.string(),
  /** `region#sub`: partition key of the index by user. */
  user: z.string(),
  device,
  startedAt: field.instant,
  lastRefreshAt: field.instant,
  revoked: z.boolean(),
  /** True if the session started with a one-time code after the password; missing in rows from older versions. */
  hasSecondFactor: z.optional(z.boolean()),
  /** Epoch second of the absolute end; the table's TTL. */
  expiresAt: z.number(),
});

export type Session = z.output<typeof sessionSchema>;

/** Returns a session's id. `originJti` is the claim shared by all tokens of one sign-in. */
export const toSessionId = (region: RegionId, originJti: string) => `${region}#${originJti}`;

export const createSession = (
  region: RegionId,
  originJti: string,
  sub: string,
  now: Date,
  sessionDevice: Device = { browser: 'other', system: 'other' },
  hasSecondFactor = false,
): Session => ({
  id: toSessionId(region, originJti),
  sub,
  user: toUserId(region, sub),
  device: sessionDevice,
  startedAt: now.toISOString(),
  lastRefreshAt: now.toISOString(),
  revoked: false,
  hasSecondFactor,
  expiresAt: Math.floor(now.getTime() / 1000) + limits.session.absoluteHours * 3600,
});

/** Returns true for a session that is not revoked and not past its absolute end. */
export const isAlive = (row: Session, now: Date) => !row.revoked && row.expiresAt * 1000 > now.getTime();

/** Returns true for a session that was refreshed within the idle limit; loading a page does not count as a refresh. */
export const isRefreshable = (row: Session, now: Date) =>
  isAlive(row, now) && now.getTime() - Date.parse(row.lastRefreshAt) <= limits.session.idleMinutes * 60_000;

/** Returns the session id that the page uses, which omits the region prefix. */
const toSessionKey = ({ id }: Session) => id.slice(id.indexOf('#') + 1);

/** Sessions per transaction: DynamoDB allows 100 writes, one of which is the event. */
const sessionsPerTransaction = 99;

/** Sessions of a user. The index by user is eventually consistent. */
export type SessionsStore = {
  /** Returns all sessions that can still be refreshed, newest first. `current` is the id of the caller's session. */
  readonly list: (
    user: Pick<User, 'region' | 'sub' | 'validAfter'>,
    now: Date,
    current?: string,
  ) => Promise<UserSession[]>;
  /** Returns the write that revokes a session; its transaction fails if this user has no such session. */
  readonly buildRevocation: (region: RegionId, sub: string, key: string) => TransactItem;
  /** Ends sessions of this user. Writes the event once, with the first chunk, so that no session ends without it. Throws if a session belongs to another user. */
  readonly endWithEvent: (region: RegionId, sub: string, keys: readonly string[], event: TransactItem) => Promise<void>;
};

export const createSessionsStore = (db: DynamoDBDocumentClient, table: string): SessionsStore => {
  const { partition, sort } = tables.sessions.indexes.byUser;
  const buildRevocation = (region: RegionId, sub: string, key: string): TransactItem => {
    const values = { yes: true, user: toUserId(region, sub) };
    const id = toSessionId(region, key);
    return { Update: buildUpdate(table, { id }, 'SET revoked = :yes', values, `#${partition} = :user`) };
  };

  return {
    list: async (
      { region, sub, validAfter }: Pick<User, 'region' | 'sub' | 'validAfter'>,
      now: Date,
      current?: string,
    ): Promise<UserSession[]> => {
      const oldestStart = new Date(now.getTime() - limits.session.absoluteHours * 3_600_000).toISOString();
      const pages = paginateQuery(
        { client: db },
        {
          TableName: table,
          IndexName: 'byUser',
          ...buildExpressions(
            {
              KeyConditionExpression: `#${partition} = :user AND #${sort} >= :after`,
              FilterExpression: 'revoked = :no',
            },
            {
              user: toUserId(region, sub),
              after: validAfter !== undefined && validAfter > oldestStart ? validAfter : oldestStart,
              no: false,
            },
          ),
          ScanIndexForward: false,
        },
      );
      const sessions: UserSession[] = [];
      for await (const { Items = [] } of pages)
        for (const session of Items.map((item) => sessionSchema.parse(item)))
          if (isRefreshable(session, now))
            sessions.push({
              id: toSessionKey(session),
              startedAt: session.startedAt,
              lastSeenAt: session.lastRefreshAt,
              device: session.device,
              isCurrent: toSessionKey(session) === current,
            });
      return sessions;
    },

    buildRevocation,

    endWithEvent: async (
      region: RegionId,
      sub: string,
      keys: readonly string[],
      event: TransactItem,
    ): Promise<void> => {
      for (const [index, chunk] of splitIntoChunks(keys, sessionsPerTransaction).entries()) {
        const revocations = chunk.map((key) => buildRevocation(region, sub, key));
        await transact(db, index === 0 ? [...revocations, event] : revocations);
      }
    },
  };
};
