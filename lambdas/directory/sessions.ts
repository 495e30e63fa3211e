import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { chunksOf } from '#lambdas/aws/concurrency.ts';
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
  /** Began with a one-time code after the password; absent in rows that older versions wrote. */
  hasSecondFactor: z.optional(z.boolean()),
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
  hasSecondFactor = false,
): Session => ({
  id: sessionId(region, originJti),
  sub,
  user: userId(region, sub),
  device: on,
  startedAt: now.toISOString(),
  lastRefreshAt: now.toISOString(),
  revoked: false,
  hasSecondFactor,
  expiresAt: Math.floor(now.getTime() / 1000) + limits.session.absoluteHours * 3600,
});

/** Neither revoked nor past its absolute end. */
export const isAlive = (row: Session, now: Date) => !row.revoked && row.expiresAt * 1000 > now.getTime();

/** Idle for at most an hour since it was last refreshed: loading a page is no refresh. */
export const isRefreshable = (row: Session, now: Date) =>
  isAlive(row, now) && now.getTime() - Date.parse(row.lastRefreshAt) <= limits.session.idleMinutes * 60_000;

/** What names a session to the page: the part of its id behind the region. */
const keyOf = ({ id }: Session) => id.slice(id.indexOf('#') + 1);

/** DynamoDB takes 100 writes in a transaction, one of which is the event. */
const endedTogether = 99;

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
    /** Returns every session that can still be refreshed, newest first, however many others have ended since it began. */
    list: async (
      { region, sub, validAfter }: Pick<User, 'region' | 'sub' | 'validAfter'>,
      now: Date,
      current?: string,
    ): Promise<UserSession[]> => {
      const oldest = new Date(now.getTime() - limits.session.absoluteHours * 3_600_000).toISOString();
      const pages = paginateQuery(
        { client: db },
        {
          TableName: table,
          IndexName: 'byUser',
          ...expressions(
            {
              KeyConditionExpression: `#${partition} = :user AND #${sort} >= :after`,
              FilterExpression: 'revoked = :no',
            },
            {
              user: userId(region, sub),
              after: validAfter !== undefined && validAfter > oldest ? validAfter : oldest,
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
              id: keyOf(session),
              startedAt: session.startedAt,
              lastSeenAt: session.lastRefreshAt,
              device: session.device,
              isCurrent: keyOf(session) === current,
            });
      return sessions;
    },

    ending,

    /** Ends sessions of this user. The event is written once, with the first of them, so that none ends without it. Throws where one is not theirs. */
    endWithEvent: async (
      region: RegionId,
      sub: string,
      keys: readonly string[],
      event: TransactItem,
    ): Promise<void> => {
      for (const [index, chunk] of chunksOf(keys, endedTogether).entries()) {
        const endings = chunk.map((key) => ending(region, sub, key));
        await transact(db, index === 0 ? [...endings, event] : endings);
      }
    },
  };
};

export type SessionsStore = ReturnType<typeof sessionsStore>;
