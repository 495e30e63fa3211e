import { randomUUID } from 'node:crypto';
import { setTimeout as timer } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { updateItem } from '#lambdas/aws/dynamodb.ts';
import { conditionHeld } from '#lambdas/aws/errors.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AttemptKind, AttemptsRow } from './attempts.ts';
import { attemptsId, attemptsRow } from './attempts.ts';

/** A place among a name's attempts: the row's id and the attempt's token, which begins with its start in seconds. */
export type Reservation = { readonly id: string; readonly token: string };

const { max, windowMinutes, undecidedSeconds } = limits.attempts;

/** Pauses while all places are taken by undecided attempts: more than a verdict takes on a usual day. */
const pausesMs = [100, 200, 400, 800, 1600];

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
const endOfWindow = (now: Date) => seconds(now) + windowMinutes * 60;

const newToken = (now: Date) => `${seconds(now)} ${randomUUID()}`;
const startOf = (token: string) => Number.parseInt(token, 10);

/** Tokens of the attempts that do not count, by whether their verdict may still come. */
const uncountedTokens = ({ attempts, countedAttempts }: AttemptsRow, now: Date) => {
  const uncounted = [...attempts].filter((token) => !countedAttempts.has(token));
  const isUndecided = (token: string) => startOf(token) + undecidedSeconds > seconds(now);
  return {
    undecided: uncounted.filter(isUndecided),
    lapsed: uncounted.filter((token) => !isUndecided(token)),
  };
};

/**
 * Counts attempts by tokens: each takes one of a name's `max` places before it is made, and counts or frees its place
 * afterwards. So at most `max` guesses are under way or failed at any time, also of requests that come at once. A
 * failure that cannot be written down frees its place after `undecidedSeconds`: in an outage of the table's writes that
 * lets through `max` guesses in that time, before Cognito's own lock.
 */
export const attemptCounts = (
  db: DynamoDBDocumentClient,
  table: string,
  wait: (ms: number) => Promise<unknown> = timer,
) => {
  /** Takes a place of an open window; answers the row that has none left, or whose window is over. */
  const takePlace = async ({ id, token }: Reservation, now: Date): Promise<AttemptsRow | undefined> => {
    try {
      await db.send(
        new UpdateCommand({
          ...updateItem(
            table,
            { id },
            // An attempt that may never count does not prolong the window.
            'SET expiresAt = if_not_exists(expiresAt, :end) ADD attempts :tokens',
            { tokens: new Set([token]), token, max, now: seconds(now), end: endOfWindow(now) },
            // The last clause holds where the SDK repeats a write whose answer was lost.
            'attribute_not_exists(id) OR (expiresAt > :now AND (attribute_not_exists(attempts) OR size(attempts) < :max OR contains(attempts, :token)))',
          ),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
      return attemptsRow.parse(unmarshall(error.Item));
    }
  };

  /** Begins a window in place of one that is over; false when a concurrent request has begun it already. */
  const beginWindow = ({ id, token }: Reservation, undecided: readonly string[], now: Date): Promise<boolean> => {
    const put = new PutCommand({
      TableName: table,
      Item: { id, attempts: new Set([...undecided, token]), expiresAt: endOfWindow(now) },
      ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': seconds(now) },
    });
    return conditionHeld(db.send(put));
  };

  const removeTokens = async (id: string, tokens: readonly string[]): Promise<void> => {
    const values = { tokens: new Set(tokens) };
    // Without the condition the update would make a row that never expires.
    const update = updateItem(table, { id }, 'DELETE attempts :tokens', values, 'attribute_exists(id)');
    await conditionHeld(db.send(new UpdateCommand(update)));
  };

  return {
    /**
     * Reserves a place for an attempt of an address (of one device), or a user, known or not. Throws
     * LimitExceededException after too many failures, and ServiceUnavailable while too many attempts are undecided.
     */
    reserveAttempt: async (kind: AttemptKind, region: RegionId, name: string, now: Date): Promise<Reservation> => {
      const reservation = { id: attemptsId(kind, region, name), token: newToken(now) };
      for (const pauseMs of pausesMs) {
        const row = await takePlace(reservation, now);
        if (!row) return reservation;
        const isOver = row.expiresAt <= seconds(now);
        const failures = isOver ? 0 : row.countedAttempts.size;
        if (failures >= max) throw new AppError('LimitExceededException');
        const { undecided, lapsed } = uncountedTokens(row, now);
        if (undecided.length + failures >= max) await wait(pauseMs);
        else if (!isOver) await removeTokens(reservation.id, lapsed);
        else if (await beginWindow(reservation, undecided, now)) return reservation;
      }
      throw new AppError('ServiceUnavailable');
    },

    /** Counts a reserved attempt, once, restarts the window and returns how many count. */
    countAttempt: async ({ id, token }: Reservation, now: Date): Promise<number> => {
      const { Attributes } = await db.send(
        new UpdateCommand({
          ...updateItem(table, { id }, 'SET expiresAt = :end ADD attempts :tokens, countedAttempts :tokens', {
            tokens: new Set([token]),
            end: endOfWindow(now),
          }),
          ReturnValues: 'ALL_NEW',
        }),
      );
      return attemptsRow.parse(Attributes).countedAttempts.size;
    },

    /** Frees the place of an attempt that does not count. */
    releaseAttempt: ({ id, token }: Reservation): Promise<void> => removeTokens(id, [token]),
  };
};

export type AttemptCounts = ReturnType<typeof attemptCounts>;
