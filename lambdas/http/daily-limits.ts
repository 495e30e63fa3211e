import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { updateItem } from '#lambdas/aws/dynamodb.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { DailyLimit } from '#shared/route.ts';

export type Person = { readonly region: RegionId; readonly sub: string };

/** Counts so much against what a person may do in a day. Throws LimitExceededException past it. */
export type CountForDay = (what: DailyLimit, who: Person, amount: number, now: Date) => Promise<void>;

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
export const counterId = (what: DailyLimit, { region, sub }: Person, now: Date) =>
  `day#${dayOf(now)}#${what}#${region}#${sub}`;
const endOfDay = (now: Date) => Math.floor(now.getTime() / 86_400_000 + 1) * 86_400;

const counter = z.object({ amount: z.number() });

type Addition = { readonly what: DailyLimit; readonly who: Person; readonly amount: number; readonly token: string };

/**
 * Builds an addition to a person's counter where that stays within the limit. A write that the SDK repeats finds its own
 * token there and counts once. Throws LimitExceededException for more than a day's amount.
 */
export const counterUpdate = (table: string, { what, who, amount, token }: Addition, now: Date) => {
  const rest = limits.daily[what].most - amount;
  if (rest < 0) throw new AppError('LimitExceededException');
  return updateItem(
    table,
    { id: counterId(what, who, now) },
    'SET expiresAt = :end, lastToken = :token ADD #amount :amount',
    { end: endOfDay(now), amount, rest, token },
    '(attribute_not_exists(#amount) OR #amount <= :rest) AND (attribute_not_exists(lastToken) OR lastToken <> :token)',
  );
};

/** Adds an amount; false where it is past the limit and does not count. Where another function writes between a lost answer and the SDK's repetition the amount counts twice, which limits that far above usual work can bear. */
const addAmount = async (
  db: DynamoDBDocumentClient,
  table: string,
  addition: Addition,
  now: Date,
): Promise<boolean> => {
  try {
    await db.send(
      new UpdateCommand({
        ...counterUpdate(table, addition, now),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return unmarshall(error.Item)['lastToken'] === addition.token;
  }
};

/** A counter in batches, in the table of attempts: nobody gets past by more than a step a function, few bookings cost no call. */
export const dailyLimits = (db: DynamoDBDocumentClient, table: string): CountForDay => {
  /** Amounts that the table does not know yet; infinity for a person who is past the limit. */
  const unreported = new Map<string, number>();
  /** Reports without an answer. The next call sends them again under their token, so that they count once. */
  const unanswered = new Map<string, Addition>();
  let day = '';

  return async (what, who, amount, now) => {
    if (dayOf(now) !== day) {
      day = dayOf(now);
      unreported.clear();
      unanswered.clear();
    }
    const { step } = limits.daily[what];
    const id = counterId(what, who, now);
    const isInSteps = step > 0;

    const report = async (addition: Addition): Promise<void> => {
      // A count of a single call that fails is not repeated: the call has done nothing.
      if (isInSteps) unanswered.set(id, addition);
      const isWithinLimit = await addAmount(db, table, addition, now);
      unanswered.delete(id);
      if (isWithinLimit) return;
      // A smaller amount may still fit where every amount is reported at once.
      if (isInSteps) unreported.set(id, Infinity);
      throw new AppError('LimitExceededException');
    };

    const previous = unanswered.get(id);
    if (previous) await report(previous);
    const sum = (unreported.get(id) ?? 0) + amount;
    if (sum === Infinity) throw new AppError('LimitExceededException');
    if (sum <= step) {
      unreported.set(id, sum);
      return;
    }
    unreported.set(id, 0);
    await report({ what, who, amount: sum, token: randomUUID() });
  };
};

/** How much of a limit that is told of at once (`step` 0) a person has left today. */
export const leftForDay =
  (db: DynamoDBDocumentClient, table: string) =>
  async (what: DailyLimit, who: Person, now: Date): Promise<number> => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: { id: counterId(what, who, now) } }));
    return Math.max(limits.daily[what].most - (Item ? counter.parse(Item).amount : 0), 0);
  };

export type LeftForDay = ReturnType<typeof leftForDay>;
