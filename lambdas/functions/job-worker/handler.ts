import * as z from 'zod/mini';
import type { Context } from '#lambdas/lib/aws/event-handler.ts';
import { queueMessage, processQueueBatch } from '#lambdas/lib/aws/queue-batch.ts';
import type { Log } from '#lambdas/lib/http/log.ts';
import { errorFields } from '#lambdas/lib/http/log.ts';
import { slice } from '#lambdas/lib/jobs/jobs-table.ts';
import { parseJson } from '#shared/api/parse-json.ts';
import { limits } from '#shared/config/limits.ts';
import type { SliceProcessor } from './slice.ts';

const message = z.extend(queueMessage, { attributes: z.object({ ApproximateReceiveCount: z.coerce.number() }) });
const batch = z.object({ Records: z.array(message) });
type Message = z.output<typeof message>;

export const createJobHandler = ({
  processSlice,
  log,
}: {
  readonly processSlice: SliceProcessor;
  readonly log: Log;
}) => {
  const processMessage = async ({ messageId, body, attributes }: Message, { getRemainingTimeInMillis }: Context) => {
    try {
      return await processSlice(slice.parse(parseJson(body)), {
        remainingMs: getRemainingTimeInMillis,
        isLastDelivery: attributes.ApproximateReceiveCount >= limits.bulk.maxSliceDeliveries,
      });
    } catch (error) {
      log('error', 'slice not done', { requestId: messageId, error: errorFields(error) });
      return false;
    }
  };

  // Slices are processed one after another, because concurrent ones would wait for the same rate limiter.
  return async (event: unknown, context: Context) =>
    processQueueBatch(batch.parse(event).Records, (batchMessage) => processMessage(batchMessage, context));
};
