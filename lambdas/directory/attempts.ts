import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '#lambdas/aws/dynamodb.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';

/** Each is counted for itself: of an address, or, for one-time codes, of Cognito's name of the user. */
export const attemptKinds = ['sign-in', 'code', 'reset', 'change', 'second-factor'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

const attemptsRow = z.object({ failures: z.number(), expiresAt: z.number() });

/** Names are hashed: the table names nobody. */
export const attemptsId = (kind: AttemptKind, region: RegionId, name: string) =>
  createHash('sha256').update(`${kind}#${region}#${name}`).digest('base64url');

export const attemptsStore = (db: DynamoDBDocumentClient, table: string) => ({
  refusedUntil: async (kind: AttemptKind, region: RegionId, name: string, now: Date): Promise<Date | undefined> => {
    const Item = await getItem(db, table, { id: attemptsId(kind, region, name) });
    if (!Item) return undefined;
    const { failures, expiresAt } = attemptsRow.parse(Item);
    const end = new Date(expiresAt * 1000);
    return failures >= limits.attempts.max && end > now ? end : undefined;
  },
});

export type AttemptsStore = ReturnType<typeof attemptsStore>;
