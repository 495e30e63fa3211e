import * as z from 'zod/mini';
import type { BatchAnswer } from './stream-batch.ts';

export const queueMessage = z.object({ messageId: z.string(), body: z.string() });

/** As much of a batch of a queue as its reader needs. */
export const queueBatch = z.object({ Records: z.array(queueMessage) });

/** The answer to a batch of a queue: the messages with these ids are handed out again, and are dead letters after the last time. */
export const answerWithout = (failed: readonly string[]): BatchAnswer => ({
  batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })),
});
