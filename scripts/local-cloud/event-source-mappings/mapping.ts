import * as z from 'zod/mini';
import type { Outcome } from '../lambda/function-process.ts';

type Common = {
  /** Stable across runs; checkpoints are stored by it. */
  readonly id: string;
  readonly functionArn: string;
  readonly sourceArn: string;
  readonly batchSize: number;
};

export type StreamMapping = Common & {
  readonly source: 'stream';
  /** Older records are discarded. */
  readonly maxRecordAgeSeconds: number;
  /** Queue for the positions of discarded records. */
  readonly onFailureArn: string;
};

export type QueueMapping = Common & { readonly source: 'queue' };

export type Mapping = StreamMapping | QueueMapping;

/** Context of the step of a mapping, which reads one batch, invokes the function and records the outcome. */
export type StepContext = {
  readonly region: string;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  /** Maximum pause before a failed batch is retried. */
  readonly maxRetryDelayMs: number;
};

const batchResponse = z.nullish(
  z.object({ batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string().check(z.minLength(1)) }))) }),
);

/** Ids of the failed items of a batch, or `allFailed` if the whole batch failed. */
export type BatchOutcome = ReadonlySet<string> | 'allFailed';

/**
 * Interprets a function's batch response as Lambda does: an invalid response, or an id that was not in the batch,
 * fails the whole batch.
 */
export const toBatchOutcome = (outcome: Outcome | 'throttled', ids: readonly string[]): BatchOutcome => {
  if (outcome === 'throttled' || 'error' in outcome) return 'allFailed';
  const parsed = batchResponse.safeParse(outcome.payload);
  if (!parsed.success) return 'allFailed';
  const failedIds = (parsed.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failedIds.every((id) => ids.includes(id)) ? new Set(failedIds) : 'allFailed';
};
