import * as z from 'zod/mini';
import type { Outcome } from '../lambda/function-process.ts';

type Common = {
  /** Same in every run: what has been done is remembered under it. */
  readonly id: string;
  readonly functionArn: string;
  readonly sourceArn: string;
  readonly batchSize: number;
};

export type StreamMapping = Common & {
  readonly source: 'stream';
  /** Older ones are given up. */
  readonly maxRecordAgeSeconds: number;
  readonly onFailureArn: string;
};

export type QueueMapping = Common & { readonly source: 'queue' };

export type Mapping = StreamMapping | QueueMapping;

export type Tools = {
  readonly region: string;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  /** How long a function that failed has rest at most before it gets the same changes again. */
  readonly longestPauseMs: number;
};

const answer = z.nullish(
  z.object({ batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string().check(z.minLength(1)) }))) }),
);

/** What became of a batch: which of its items failed, by their ids, or that all of them did. */
export type BatchOutcome = ReadonlySet<string> | 'all';

/** Reads a function's answer to a batch as Lambda does: what it doesn't understand, and an id that wasn't in the batch, fail all of it. */
export const failedItems = (outcome: Outcome | 'throttled', ids: readonly string[]): BatchOutcome => {
  if (outcome === 'throttled' || 'error' in outcome) return 'all';
  const parsed = answer.safeParse(outcome.payload);
  if (!parsed.success) return 'all';
  const failed = (parsed.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => ids.includes(id)) ? new Set(failed) : 'all';
};
