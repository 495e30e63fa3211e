import * as z from 'zod/mini';
import { answerWithout, queueMessage } from '#lambdas/aws/queue-batch.ts';
import type { BatchAnswer } from '#lambdas/aws/stream-batch.ts';
import { slice } from '#lambdas/directory/jobs-table.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { limits } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import type { SliceWork } from './slice.ts';

const message = z.extend(queueMessage, { attributes: z.object({ ApproximateReceiveCount: z.coerce.number() }) });
const batch = z.object({ Records: z.array(message) });
type Message = z.output<typeof message>;

/** As much of Lambda's context as is needed. */
type Context = { readonly getRemainingTimeInMillis: () => number };

/** Does the slices of jobs that the queue hands out, each for itself. */
export const jobHandler = ({ work, log }: { readonly work: SliceWork; readonly log: Log }) => {
  const isOver = async ({ messageId, body, attributes }: Message, { getRemainingTimeInMillis }: Context) => {
    try {
      return await work(slice.parse(parseJson(body)), {
        remainingMs: getRemainingTimeInMillis,
        isLast: attributes.ApproximateReceiveCount >= limits.bulk.sliceTries,
      });
    } catch (error) {
      log('error', 'slice not done', { requestId: messageId, error: errorFields(error) });
      return false;
    }
  };

  return async (queued: unknown, context: Context): Promise<BatchAnswer> => {
    const failed: string[] = [];
    // One after the other: together they would only wait for the same pace.
    for (const queuedMessage of batch.parse(queued).Records)
      if (!(await isOver(queuedMessage, context))) failed.push(queuedMessage.messageId);
    return answerWithout(failed);
  };
};
