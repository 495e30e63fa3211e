import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '#lambdas/lib/aws/dynamodb.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';

/**
 * Kinds of attempts, each counted separately under a name: for one-time codes the user's sub, otherwise the email, or
 * email and device id in a browser that has signed in with this email before (known-device.ts).
 */
export const attemptKinds = ['sign-in', 'code', 'reset', 'change', 'second-factor'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** DynamoDB has no empty sets: the attribute is missing instead. */
const tokens = z._default(z.set(z.string()), new Set<string>());

/** Attempts of one name and kind as sets of tokens, so that a write that the SDK repeats counts once. */
export const attemptsRow = z.object({
  /** Attempts that count towards the limit now: counted ones, and those whose result is not known yet (undecided). */
  attempts: tokens,
  /** Counted attempts, a subset of `attempts`. */
  countedAttempts: tokens,
  /** End of the window of the last counted attempt, in epoch seconds. */
  expiresAt: z.number(),
});
export type AttemptsRow = z.output<typeof attemptsRow>;

/** Returns the row id. Names are hashed, so that the table holds no personal data. */
export const toAttemptsId = (kind: AttemptKind, region: RegionId, name: string) =>
  createHash('sha256').update(`${kind}#${region}#${name}`).digest('base64url');

export type AttemptsStore = {
  /** Returns when a name may be used again, or undefined if it is not blocked. */
  readonly findBlockEnd: (kind: AttemptKind, region: RegionId, name: string, now: Date) => Promise<Date | undefined>;
};

export const createAttemptsStore = (db: DynamoDBDocumentClient, table: string): AttemptsStore => ({
  findBlockEnd: async (kind: AttemptKind, region: RegionId, name: string, now: Date): Promise<Date | undefined> => {
    const Item = await getItem(db, table, { id: toAttemptsId(kind, region, name) });
    if (!Item) return undefined;
    const { countedAttempts, expiresAt } = attemptsRow.parse(Item);
    const end = new Date(expiresAt * 1000);
    return countedAttempts.size >= limits.attempts.max && end > now ? end : undefined;
  },
});
