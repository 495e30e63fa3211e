import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { buildUpdate } from '#lambdas/lib/aws/dynamodb.ts';
import { AppError } from '#shared/api/errors.ts';
import type { DailyLimit } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';

export type LimitedUser = { readonly region: RegionId; readonly sub: string };

/** Counts an amount against a user's daily limit. Throws LimitExceededException when it is exceeded. */
export type CountForDay = (limitName: DailyLimit, user: LimitedUser, amount: number, now: Date) => Promise<void>;

const toDay = (now: Date) => now.toISOString().slice(0, 10);
export const toCounterId = (limitName: DailyLimit, { region, sub }: LimitedUser, now: Date) =>
  `day#${toDay(now)}#${limitName}#${region}#${sub}`;
const toEndOfDaySeconds = (now: Date) => Math.floor(now.getTime() / 86_400_000 + 1) * 86_400;

const counter = z.object({ amount: z.number() });

type Addition = {
  readonly limitName: DailyLimit;
  readonly user: LimitedUser;
  readonly amount: number;
  readonly token: string;
};

/**
 * Builds the update that adds to a user's counter if the sum stays within the limit. When the SDK retries it, `lastToken`
 * matches and the amount counts once. Throws LimitExceededException for an amount above the whole daily limit.
 */
export const buildCounterUpdate = (table: string, { limitName, user, amount, token }: Addition, now: Date) => {
  const maxBefore = limits.daily[limitName].max - amount;
  if (maxBefore < 0) throw new AppError('LimitExceededException');
  return buildUpdate(
    table,
    { id: toCounterId(limitName, user, now) },
    'SET expiresAt = :end, lastToken = :token ADD #amount :amount',
    { end: toEndOfDaySeconds(now), amount, rest: maxBefore, token },
    '(attribute_not_exists(#amount) OR #amount <= :rest) AND (attribute_not_exists(lastToken) OR lastToken <> :token)',
  );
};

/**
 * Adds an amount; returns false if it would exceed the limit, in which case nothing is counted. If another function writes
 * between a lost response and the SDK's retry, the amount counts twice; the limits are far above normal use, so this is acceptable.
 */
const addAmount = async (
  db: DynamoDBDocumentClient,
  table: string,
  addition: Addition,
  now: Date,
): Promise<boolean> => {
  try {
    await db.send(
      new UpdateCommand({
        ...buildCounterUpdate(table, addition, now),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return unmarshall(error.Item)['lastToken'] === addition.token;
  }
};

/** Creates a counter that writes to the attempts table in steps: a few bookings cost no call, and a user can exceed the limit by at most one step per function instance. */
export const createDailyCounter = (db: DynamoDBDocumentClient, table: string): CountForDay => {
  /** Amounts not yet written to the table; Infinity for a user over the limit. */
  const unreportedAmounts = new Map<string, number>();
  /** Additions whose write got no response. The next call repeats them with the same token, so that they count once. */
  const unansweredAdditions = new Map<string, Addition>();
  let day = '';

  return async (limitName, user, amount, now) => {
    if (toDay(now) !== day) {
      day = toDay(now);
      unreportedAmounts.clear();
      unansweredAdditions.clear();
    }
    const { step } = limits.daily[limitName];
    const id = toCounterId(limitName, user, now);
    const isInSteps = step > 0;

    const report = async (addition: Addition): Promise<void> => {
      // With step 0, a failed count is not repeated, because the call that it counts has failed too.
      if (isInSteps) unansweredAdditions.set(id, addition);
      const isWithinLimit = await addAmount(db, table, addition, now);
      unansweredAdditions.delete(id);
      if (isWithinLimit) return;
      // With step 0, a smaller amount may still be within the limit.
      if (isInSteps) unreportedAmounts.set(id, Infinity);
      throw new AppError('LimitExceededException');
    };

    const unansweredAddition = unansweredAdditions.get(id);
    if (unansweredAddition) await report(unansweredAddition);
    const total = (unreportedAmounts.get(id) ?? 0) + amount;
    if (total === Infinity) throw new AppError('LimitExceededException');
    if (total <= step) {
      unreportedAmounts.set(id, total);
      return;
    }
    unreportedAmounts.set(id, 0);
    await report({ limitName, user, amount: total, token: randomUUID() });
  };
};

/** Returns the amount that a user has left today, for a limit that is written on each call (`step` 0). */
export type RemainingForDay = (limitName: DailyLimit, user: LimitedUser, now: Date) => Promise<number>;

export const createRemainingReader =
  (db: DynamoDBDocumentClient, table: string): RemainingForDay =>
  async (limitName, user, now) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: { id: toCounterId(limitName, user, now) } }),
    );
    return Math.max(limits.daily[limitName].max - (Item ? counter.parse(Item).amount : 0), 0);
  };
