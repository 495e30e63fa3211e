import { randomUUID } from 'node:crypto';
import { setTimeout as timer } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { buildUpdate } from '#lambdas/lib/aws/dynamodb.ts';
import { wasApplied } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AttemptKind, AttemptsRow } from './attempts.ts';
import { toAttemptsId, attemptsRow } from './attempts.ts';

/** Reserved place of an attempt: the id of the row that counts the attempts under a name, and the attempt's token, which begins with its start in epoch seconds. */
export type Reservation = { readonly id: string; readonly token: string };

const { max, windowMinutes, undecidedSeconds } = limits.attempts;

/** Delays (ms) while attempts whose result is not known yet (undecided) take all places; together they are longer than Cognito usually takes. */
const delaysMs = [100, 200, 400, 800, 1600];

const toSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
const toWindowEnd = (now: Date) => toSeconds(now) + windowMinutes * 60;

const createToken = (now: Date) => `${toSeconds(now)} ${randomUUID()}`;
const parseStartSeconds = (token: string) => Number.parseInt(token, 10);

/** Returns the tokens of attempts that do not count, split into those that may still be decided and those that took longer than `undecidedSeconds`. */
const findUncountedTokens = ({ attempts, countedAttempts }: AttemptsRow, now: Date) => {
  const uncounted = [...attempts].filter((token) => !countedAttempts.has(token));
  const isUndecided = (token: string) => parseStartSeconds(token) + undecidedSeconds > toSeconds(now);
  return {
    undecided: uncounted.filter(isUndecided),
    lapsed: uncounted.filter((token) => !isUndecided(token)),
  };
};

/**
 * Counts attempts by tokens. Each attempt takes one of a name's `max` places before it is made, and afterwards counts or
 * frees its place, so that at most `max` attempts are in progress or failed at any time, even of concurrent requests. The
 * place of a failure that cannot be written lapses after `undecidedSeconds`: while the table rejects writes, `max` guesses
 * get through in that time, and only Cognito's own lockout limits them further.
 */
export type AttemptCounts = {
  /**
   * Reserves a place for an attempt under `name`: an email (registered or not), an email on a known device, or the sub of a user. Throws
   * LimitExceededException after too many failures, and ServiceUnavailable while too many attempts are undecided.
   */
  readonly reserveAttempt: (kind: AttemptKind, region: RegionId, name: string, now: Date) => Promise<Reservation>;
  /** Counts a reserved attempt once, restarts the window, and returns the number of counted attempts. */
  readonly countAttempt: (reservation: Reservation, now: Date) => Promise<number>;
  /** Frees the place of an attempt that does not count. */
  readonly releaseAttempt: (reservation: Reservation) => Promise<void>;
};

export const createAttemptCounts = (
  db: DynamoDBDocumentClient,
  table: string,
  wait: (ms: number) => Promise<unknown> = timer,
): AttemptCounts => {
  /** Takes a place in an open window. Returns the row if it has no place left or its window has ended. */
  const takePlace = async ({ id, token }: Reservation, now: Date): Promise<AttemptsRow | undefined> => {
    try {
      await db.send(
        new UpdateCommand({
          ...buildUpdate(
            table,
            { id },
            // An attempt that may never count does not extend the window.
            'SET expiresAt = if_not_exists(expiresAt, :end) ADD attempts :tokens',
            { tokens: new Set([token]), token, max, now: toSeconds(now), end: toWindowEnd(now) },
            // The last clause accepts writes that the SDK repeats after a lost response.
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

  /** Starts a new window in place of one that has ended. Returns false if a concurrent request has already started it. */
  const startWindow = ({ id, token }: Reservation, undecided: readonly string[], now: Date): Promise<boolean> => {
    const putCommand = new PutCommand({
      TableName: table,
      Item: { id, attempts: new Set([...undecided, token]), expiresAt: toWindowEnd(now) },
      ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': toSeconds(now) },
    });
    return wasApplied(db.send(putCommand));
  };

  const removeTokens = async (id: string, tokens: readonly string[]): Promise<void> => {
    const values = { tokens: new Set(tokens) };
    // Without the condition the update would create a row that never expires.
    const update = buildUpdate(table, { id }, 'DELETE attempts :tokens', values, 'attribute_exists(id)');
    await wasApplied(db.send(new UpdateCommand(update)));
  };

  return {
    reserveAttempt: async (kind: AttemptKind, region: RegionId, name: string, now: Date): Promise<Reservation> => {
      const reservation = { id: toAttemptsId(kind, region, name), token: createToken(now) };
      for (const delayMs of delaysMs) {
        const row = await takePlace(reservation, now);
        if (!row) return reservation;
        const hasEnded = row.expiresAt <= toSeconds(now);
        const failures = hasEnded ? 0 : row.countedAttempts.size;
        if (failures >= max) throw new AppError('LimitExceededException');
        const { undecided, lapsed } = findUncountedTokens(row, now);
        if (undecided.length + failures >= max) await wait(delayMs);
        else if (!hasEnded) await removeTokens(reservation.id, lapsed);
        else if (await startWindow(reservation, undecided, now)) return reservation;
      }
      throw new AppError('ServiceUnavailable');
    },

    countAttempt: async ({ id, token }: Reservation, now: Date): Promise<number> => {
      const { Attributes } = await db.send(
        new UpdateCommand({
          ...buildUpdate(table, { id }, 'SET expiresAt = :end ADD attempts :tokens, countedAttempts :tokens', {
            tokens: new Set([token]),
            end: toWindowEnd(now),
          }),
          ReturnValues: 'ALL_NEW',
        }),
      );
      return attemptsRow.parse(Attributes).countedAttempts.size;
    },

    releaseAttempt: ({ id, token }: Reservation): Promise<void> => removeTokens(id, [token]),
  };
};
