import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';

export const streamBatch = z.object({
  Records: z.array(z.looseObject({ eventID: z.string(), dynamodb: z.looseObject({ SequenceNumber: z.string() }) })),
});

export type StreamRecord = z.output<typeof streamBatch>['Records'][number];

/** Schema of a stream record's image; unmarshalls the attribute values into a row and throws if they are malformed. */
export const image = z.optional(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((row) => unmarshall(row as Parameters<typeof unmarshall>[0])),
  ),
);

/** Partial batch response (`ReportBatchItemFailures`). Lambda retries a stream from the given sequence number, and a queue's messages with the given ids. */
export type BatchResponse = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] };

/** Returns the partial batch response after the first `doneCount` records succeeded. Throws if the first record failed, so that Lambda bisects the batch. */
export const createPartialBatchResponse = (records: readonly StreamRecord[], doneCount: number): BatchResponse => {
  const failedRecord = records[doneCount];
  if (!failedRecord) return { batchItemFailures: [] };
  if (doneCount === 0) throw new Error('the first change of the batch failed');
  return { batchItemFailures: [{ itemIdentifier: failedRecord.dynamodb.SequenceNumber }] };
};
