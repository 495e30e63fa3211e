import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { streamReader, toStreamRecords } from '../local-cloud/event-source-mappings/stream-reader.ts';
import type { StreamRecord } from '../local-cloud/event-source-mappings/stream-reader.ts';

const awsRegion = 'eu-central-1';
const manyRecords = 1000;

type Changed = (batch: { readonly Records: readonly object[] }) => Promise<{
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}>;

/** The changes of a table that nobody has heard of yet, handed out as Lambda does: in their order, again from the first that failed. */
export const openStream = (client: DynamoDB, endpoint: string, table: string) => {
  const arn = `arn:aws:dynamodb:${awsRegion}:123456789012:table/${table}/stream/model`;
  const reader = streamReader(client, endpoint, arn);
  let next: string | undefined;
  const waiting: StreamRecord[] = [];

  const read = async (): Promise<void> => {
    next ??= await reader.iterator(undefined);
    const { records, next: following } = await reader.records(next, manyRecords);
    next = following;
    waiting.push(...toStreamRecords(records, arn, awsRegion));
    if (records.length === manyRecords) await read();
  };

  return {
    /** Hands out at most so many changes; whether any are left. Where its answer is lost, all of them come again. */
    deliver: async (most: number, changed: Changed, isAnswerLost = false): Promise<boolean> => {
      await read();
      const batch = waiting.slice(0, most);
      if (batch.length === 0) return false;
      const failed = await changed({ Records: batch.map(({ forLambda }) => forLambda) }).then(
        ({ batchItemFailures }) => batchItemFailures[0]?.itemIdentifier,
        () => batch[0]?.sequenceNumber,
      );
      const done = batch.findIndex(({ sequenceNumber }) => sequenceNumber === failed);
      if (!isAnswerLost) waiting.splice(0, done === -1 ? batch.length : done);
      return waiting.length > 0;
    },
    skip: async (): Promise<void> => {
      await read();
      waiting.length = 0;
    },
  };
};
