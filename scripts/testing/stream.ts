import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { createStreamReader, toStreamRecords } from '../local-cloud/event-source-mappings/stream-reader.ts';
import type { StreamRecord } from '../local-cloud/event-source-mappings/stream-reader.ts';

const awsRegion = 'eu-central-1';
const pageSize = 1000;

type StreamConsumer = (batch: { readonly Records: readonly object[] }) => Promise<{
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}>;

/**
 * Opens a table's stream, and delivers its unprocessed records like Lambda: in order, and again from the first failed
 * one.
 */
export const openStream = (client: DynamoDB, endpoint: string, table: string) => {
  const arn = `arn:aws:dynamodb:${awsRegion}:123456789012:table/${table}/stream/model`;
  const reader = createStreamReader(client, endpoint, arn);
  let iterator: string | undefined;
  const pendingRecords: StreamRecord[] = [];
  const deliveredRecords: object[] = [];

  const readPending = async (): Promise<void> => {
    iterator ??= await reader.getIterator(undefined);
    const { records, next: nextIterator } = await reader.readRecords(iterator, pageSize);
    iterator = nextIterator;
    pendingRecords.push(...toStreamRecords(records, arn, awsRegion));
    if (records.length === pageSize) await readPending();
  };

  return {
    /**
     * Delivers up to `maxRecords` records; returns whether any remain. If `isResponseLost`, all of them are delivered
     * again later.
     */
    deliver: async (maxRecords: number, consume: StreamConsumer, isResponseLost = false): Promise<boolean> => {
      await readPending();
      const batch = pendingRecords.slice(0, maxRecords);
      if (batch.length === 0) return false;
      const firstFailedSequenceNumber = await consume({ Records: batch.map(({ lambdaRecord }) => lambdaRecord) }).then(
        ({ batchItemFailures }) => batchItemFailures[0]?.itemIdentifier,
        () => batch[0]?.sequenceNumber,
      );
      const failedIndex = batch.findIndex(({ sequenceNumber }) => sequenceNumber === firstFailedSequenceNumber);
      deliveredRecords.push(...batch.map(({ lambdaRecord }) => lambdaRecord));
      if (!isResponseLost) pendingRecords.splice(0, failedIndex === -1 ? batch.length : failedIndex);
      return pendingRecords.length > 0;
    },
    /** Returns the records that have been delivered at least once since the last `skip`. */
    listDelivered: (): readonly object[] => deliveredRecords,
    /** Discards the unprocessed records. */
    skip: async (): Promise<void> => {
      await readPending();
      pendingRecords.length = 0;
      deliveredRecords.length = 0;
    },
  };
};
