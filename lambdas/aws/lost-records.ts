import type { SQSClient } from '@aws-sdk/client-sqs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { StreamRecord } from './stream-batch.ts';

/** A message with more is only told where the record is; SQS takes 256 KB everywhere. */
const longestLetter = 200_000;

/** The dead letters of a stream, for records that no further try would help. Each can be handed to its function again as it is. */
export const lostRecords = (sqs: SQSClient, queueUrl: string) => ({
  put: async (record: StreamRecord): Promise<void> => {
    const whole = JSON.stringify({ Records: [record] });
    const { NewImage: _new, OldImage: _old, ...place } = record.dynamodb;
    const letter =
      whole.length <= longestLetter ? whole : JSON.stringify({ Records: [{ ...record, dynamodb: place }] });
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: letter }));
  },
});

export type LostRecords = ReturnType<typeof lostRecords>;
