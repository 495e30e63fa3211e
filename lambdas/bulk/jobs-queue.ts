import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { AppError } from '#shared/errors.ts';
import type { Slice } from './jobs-table.ts';

const mostMessages = 10;

/** How often messages that SQS has refused are sent before the start is broken off. */
const tries = 3;

export const jobsQueue = (sqs: SQSClient, url: string) => {
  const sendBatch = async (bodies: readonly string[], DelaySeconds: number) => {
    let left = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, DelaySeconds }));
    for (let attempt = 0; attempt < tries && left.length > 0; attempt += 1) {
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: left }));
      left = left.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
    }
    if (left.length > 0) throw new AppError('ServiceUnavailable');
  };
  return {
    /** They are handed out after so many seconds, up to 900. */
    send: async (slices: readonly Slice[], delaySeconds = 0): Promise<void> => {
      const bodies = slices.map((slice) => JSON.stringify(slice));
      for (let from = 0; from < bodies.length; from += mostMessages)
        await sendBatch(bodies.slice(from, from + mostMessages), delaySeconds);
    },
  };
};

export type JobsQueue = ReturnType<typeof jobsQueue>;
