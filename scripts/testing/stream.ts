import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { createStreamReader, toStreamRecords } from '../local-cloud/event-source-mappings/stream-reader.ts';
import type { StreamRecord } from '../local-cloud/event-source-mappings/stream-reader.ts';

const awsRegion = 'eu-central-1';
const pageSize = 1000;

type StreamConsumer = (batch: { readonly Records: readonly object[] }) => Promise<{
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}>;

/** Delivers the unprocessed records of a table's stream like Lambda: in order, and again from the first that failed. */
export const openStream = (client: DynamoDB, endpoint: string, table: string) => {
  const arn = `arn:aws:dynamodb:${awsRegion}:123456789012:table/${table}/stream/model`;
  const reader = createStreamReader(client, endpoint, arn);
  let next: string | undefined;
  const pending: StreamRecord[] = [];
  const delivered: object[] = [];

  const read = async (): Promise<void> => {
    next ??= await reader.getIterator(undefined);
    const { records, next: nextIterator } = await reader.readRecords(next, pageSize);
    next = nextIterator;
    pending.push(...toStreamRecords(records, arn, awsRegion));
    if (records.length === pageSize) await read();
  };

  return {
    /**
     * Delivers up to `most` records; returns whether any remain. If the response is lost, all of them are delivered
     * again.
     */
    deliver: async (maxRecords: number, consume: StreamConsumer, isAnswerLost = false): Promise<boolean> => {
      await read();
      const batch = pending.slice(0, maxRecords);
      if (batch.length === 0) return false;
      const firstFailed = await consume({ Records: batch.map(({ lambdaRecord }) => lambdaRecord) }).then(
        ({ batchItemFailures }) => batchItemFailures[0]?.itemIdentifier,
        () => batch[0]?.sequenceNumber,
      );
      const failedIndex = batch.findIndex(({ sequenceNumber }) => sequenceNumber === firstFailed);
      delivered.push(...batch.map(({ lambdaRecord }) => lambdaRecord));
      if (!isAnswerLost) pending.splice(0, failedIndex === -1 ? batch.length : failedIndex);
      return pending.length > 0;
    },
    /** Returns the records that have been delivered at least once since the last `skip`. */
    listDelivered: (): readonly object[] => delivered,
    skip: async (): Promise<void> => {
      await read();
      pending.length = 0;
      delivered.length = 0;
    },
  };
};
