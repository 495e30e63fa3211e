import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { expressions, updateItem, transact } from '#lambdas/aws/dynamodb.ts';
import type { TransactItem } from '#lambdas/aws/dynamodb.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { tables } from '#shared/tables.ts';
import type { UserSession, Device } from '#shared/users/sign-in-check.ts';
import { device } from '#shared/users/sign-in-check.ts';
import type { User } from './user-row.ts';
import { userId } from './user-row.ts';

export const sessionSchema = z.object({
  id: z.string(),
  sub: z.string(),
  /** `region#sub`: what the index by user is asked for. */
  user: z.string(),
  device,
  startedAt: field.instant,
  lastRefreshAt: field.instant,
  revoked: z.boolean(),
  /** Epoch second of the absolute end; the table's TTL. */
  expiresAt: z.number(),
});

export type Session = z.output<typeof sessionSchema>;

/** `originJti` is the claim that every token of one sign-in shares. */
export const sessionId = (region: RegionId, originJti: string) => `${region}#${originJti}`;

export const newSession = (
  region: RegionId,
  originJti: string,
  sub: string,
  now: Date,
  on: Device = { browser: 'other', system: 'other' },
): Session => ({
  id: sessionId(region, originJti),
  sub,
  user: userId(region, sub),
  device: on,
  startedAt: now.toISOString(),
  lastRefreshAt: now.toISOString(),
  revoked: false,
  expiresAt: Math.floor(now.getTime() / 1000) + limits.session.absoluteHours * 3600,
});

/** Neither revoked nor past its absolute end. */
export const isAlive = (row: Session, now: Date) => !row.revoked && row.expiresAt * 1000 > now.getTime();

/** Idle for at most an hour since it was last refreshed: loading a page is no refresh. */
export const isRefreshable = (row: Session, now: Date) =>
  isAlive(row, now) && now.getTime() - Date.parse(row.lastRefreshAt) <= limits.session.idleMinutes * 60_000;

/** What names a session to the page: the part of its id behind the region. */
const keyOf = ({ id }: Session) => id.slice(id.indexOf('#') + 1);

/** The index by user knows them a moment later. */
export const sessionsStore = (db: DynamoDBDocumentClient, table: string) => {
  const { partition, sort } = tables.sessions.indexes.byUser;
  /** Part of a transaction, which fails when this user has no such session. */
  const ending = (region: RegionId, sub: string, key: string): TransactItem => {
    const values = { yes: true, user: userId(region, sub) };
    const id = sessionId(region, key);
    return { Update: updateItem(table, { id }, 'SET revoked = :yes', values, `#${partition} = :user`) };
  };

  return {
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

    ending,

    /** Ends sessions of this user (99 at most) together with the event that tells of it, all or nothing. Throws where one is not theirs. */
    endTogether: (region: RegionId, sub: string, keys: readonly string[], event: TransactItem): Promise<void> =>
      transact(db, [...keys.map((key) => ending(region, sub, key)), event]),
  };
};

export type SessionsStore = ReturnType<typeof sessionsStore>;
