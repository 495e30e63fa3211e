import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { updateItem } from '#lambdas/aws/dynamodb.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { DailyLimit } from '#shared/route.ts';

type Person = { readonly region: RegionId; readonly sub: string };

/** Counts so much against what a person may do in a day. Throws LimitExceededException past it. */
export type CountForDay = (what: DailyLimit, who: Person, amount: number, now: Date) => Promise<void>;

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const idOf = (what: DailyLimit, { region, sub }: Person, now: Date) => `day#${dayOf(now)}#${what}#${region}#${sub}`;
const endOfDay = (now: Date) => Math.floor(now.getTime() / 86_400_000 + 1) * 86_400;

const told = z.object({ amount: z.number() });

/** A counter in batches, in the table of attempts: nobody gets past by more than a step a function, few bookings cost no call. */
export const dailyLimits = (db: DynamoDBDocumentClient, table: string): CountForDay => {
  /** Not yet told; of whoever is past the limit, infinity. */
  const untold = new Map<string, number>();
  let day = '';

  const tell = async (id: string, amount: number, now: Date): Promise<number> => {
    const { Attributes } = await db.send(
      new UpdateCommand({
        ...updateItem(table, { id }, 'SET expiresAt = :end ADD #amount :amount', { end: endOfDay(now), amount }),
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return told.parse(Attributes).amount;
  };

  return async (what, who, amount, now) => {
    if (dayOf(now) !== day) {
      day = dayOf(now);
      untold.clear();
    }
    const { most, step } = limits.daily[what];
    const id = idOf(what, who, now);
    const sum = (untold.get(id) ?? 0) + amount;
    const isOver = sum === Infinity || (sum > step && (await tell(id, sum, now)) > most);
    const isAtOnce = step === 0;
    // What is refused uses nothing up where each is told of at once: less may still fit.
    if (isOver && isAtOnce) await tell(id, -sum, now);
    untold.set(id, isOver && !isAtOnce ? Infinity : sum > step ? 0 : sum);
    if (isOver) throw new AppError('LimitExceededException');
  };
};

/** How much of a limit that is told of at once (`step` 0) a person has left today. */
export const leftForDay =
  (db: DynamoDBDocumentClient, table: string) =>
  async (what: DailyLimit, who: Person, now: Date): Promise<number> => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: { id: idOf(what, who, now) } }));
    return Math.max(limits.daily[what].most - (Item ? told.parse(Item).amount : 0), 0);
  };

export type LeftForDay = ReturnType<typeof leftForDay>;
