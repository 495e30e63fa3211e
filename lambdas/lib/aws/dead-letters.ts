import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { StreamRecord } from './stream-batch.ts';

/** Maximum message length, below SQS's limit of 256 KB. Longer records are sent without their images. */
const maxMessageLength = 200_000;

/** Sends records that failed for good to a dead-letter queue. The consumer function can be invoked with each message as it is. */
export type DeadLetterSender = { readonly put: (record: StreamRecord) => Promise<void> };

export const createDeadLetterSender = (sqs: SQSClient, queueUrl: string): DeadLetterSender => ({
  put: async (record: StreamRecord): Promise<void> => {
    const fullBody = JSON.stringify({ Records: [record] });
    const { NewImage: _new, OldImage: _old, ...withoutImages } = record.dynamodb;
    const body =
      fullBody.length <= maxMessageLength
        ? fullBody
        : JSON.stringify({ Records: [{ ...record, dynamodb: withoutImages }] });
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
  },
});
