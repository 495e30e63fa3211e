import * as z from 'zod/mini';
import type { Outcome } from '../lambda/function-process.ts';

const answer = z.nullish(
  z.object({ batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string().check(z.minLength(1)) }))) }),
);

/** What became of a batch: which of its items failed, by their ids, or that all of them did, or that the function was never reached. */
export type BatchOutcome = ReadonlySet<string> | 'all' | 'throttled';

/** Reads a function's answer to a batch as Lambda does: what it doesn't understand, and an id that wasn't in the batch, fail all of it. */
export const failedItems = (
  outcome: Outcome | 'throttled',
  ids: readonly string[],
  reportsItemFailures: boolean,
): BatchOutcome => {
  if (outcome === 'throttled') return 'throttled';
  if ('error' in outcome) return 'all';
  if (!reportsItemFailures) return new Set();
  const parsed = answer.safeParse(outcome.payload);
  if (!parsed.success) return 'all';
  const failed = (parsed.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => ids.includes(id)) ? new Set(failed) : 'all';
};
