import type { LossCondition } from './stream-batch.ts';
import type { StreamRecord } from './stream-records.ts';

export type LostBatch = {
  readonly functionArn: string;
  readonly streamArn: string;
  readonly shardId: string;
  /** Of the last invocation. */
  readonly requestId: string;
  readonly condition: LossCondition;
  readonly invocations: number;
  readonly records: readonly StreamRecord[];
  readonly now: Date;
};

const seconds = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** What Lambda tells an on-failure destination of records that it gave up: where they stand in the stream, not what they hold. */
export const lostBatchMessage = ({
  functionArn,
  streamArn,
  shardId,
  requestId,
  condition,
  invocations,
  records,
  now,
}: LostBatch): string => {
  const [first, last] = [records[0], records.at(-1)];
  return JSON.stringify({
    requestContext: {
      requestId,
      functionArn: `${functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: now.toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first?.sequenceNumber,
      endSequenceNumber: last?.sequenceNumber,
      approximateArrivalOfFirstRecord: seconds(first?.createdAt ?? 0),
      approximateArrivalOfLastRecord: seconds(last?.createdAt ?? 0),
      batchSize: records.length,
      streamArn,
    },
  });
};
