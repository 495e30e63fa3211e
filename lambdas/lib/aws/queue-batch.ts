import * as z from 'zod/mini';
import type { BatchResponse } from './stream-batch.ts';

export const queueMessage = z.object({ messageId: z.string(), body: z.string() });

export const queueBatch = z.object({ Records: z.array(queueMessage) });

/** Processes a batch of queue messages one by one. Messages for which `processMessage` returns false are reported as failed: SQS redelivers them and finally moves them to the dead-letter queue. */
export const processQueueBatch = async <Message extends z.output<typeof queueMessage>>(
  messages: readonly Message[],
  processMessage: (message: Message) => Promise<boolean>,
): Promise<BatchResponse> => {
  const failedIds: string[] = [];
  for (const message of messages) if (!(await processMessage(message))) failedIds.push(message.messageId);
  return { batchItemFailures: failedIds.map((itemIdentifier) => ({ itemIdentifier })) };
};
