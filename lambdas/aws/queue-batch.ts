import * as z from 'zod/mini';
import type { BatchAnswer } from './stream-batch.ts';

export const queueMessage = z.object({ messageId: z.string(), body: z.string() });

export const queueBatch = z.object({ Records: z.array(queueMessage) });

/** Works a batch of a queue off, one message after the other; those of which `isDone` says no are handed out again, and are dead letters after the last time. */
export const workOff = async <Message extends z.output<typeof queueMessage>>(
  messages: readonly Message[],
  isDone: (message: Message) => Promise<boolean>,
): Promise<BatchAnswer> => {
  const failed: string[] = [];
  for (const message of messages) if (!(await isDone(message))) failed.push(message.messageId);
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
