import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '#lambdas/aws/dynamodb.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';

/** Each is counted for itself: of an address, or, for one-time codes, of Cognito's name of the user. */
export const attemptKinds = ['sign-in', 'code', 'reset', 'change', 'second-factor'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** DynamoDB has no empty set: an attribute without members is missing. */
const tokens = z._default(z.set(z.string()), new Set<string>());

/** Attempts of one name at one thing, as sets of tokens, so that a write that the SDK repeats counts once. */
export const attemptsRow = z.object({
  /** Attempts that take a place: those that count, and those that are still undecided. */
  attempts: tokens,
  /** Attempts that count, all of them in `attempts`. */
  countedAttempts: tokens,
  /** End of the window of the last attempt that counts, in seconds. */
  expiresAt: z.number(),
});
export type AttemptsRow = z.output<typeof attemptsRow>;

/** Names are hashed: the table names nobody. */
export const attemptsId = (kind: AttemptKind, region: RegionId, name: string) =>
  createHash('sha256').update(`${kind}#${region}#${name}`).digest('base64url');

export const attemptsStore = (db: DynamoDBDocumentClient, table: string) => ({
  refusedUntil: async (kind: AttemptKind, region: RegionId, name: string, now: Date): Promise<Date | undefined> => {
    const Item = await getItem(db, table, { id: attemptsId(kind, region, name) });
    if (!Item) return undefined;
    const { countedAttempts, expiresAt } = attemptsRow.parse(Item);
    const end = new Date(expiresAt * 1000);
    return countedAttempts.size >= limits.attempts.max && end > now ? end : undefined;
  },
});

export type AttemptsStore = ReturnType<typeof attemptsStore>;
