import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';

export const streamBatch = z.object({
  Records: z.array(z.looseObject({ eventID: z.string(), dynamodb: z.looseObject({ SequenceNumber: z.string() }) })),
});

export type StreamRecord = z.output<typeof streamBatch>['Records'][number];

/** A row of a stream's record, out of attribute values. Throws on what are none. */
export const image = z.optional(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((row) => unmarshall(row as Parameters<typeof unmarshall>[0])),
  ),
);

/** What Lambda hands out again: of a stream all from this record on (its sequence number), of a queue these messages (their ids). */
export type BatchAnswer = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] };

/** The answer to a batch whose first records, `done` of them, are done. Throws when none is: only a batch that fails as a whole is halved by Lambda, until what is wrong stands alone. */
export const answerAfter = (records: readonly StreamRecord[], done: number): BatchAnswer => {
  const failed = records[done];
  if (!failed) return { batchItemFailures: [] };
  if (done === 0) throw new Error('the first change of the batch failed');
  return { batchItemFailures: [{ itemIdentifier: failed.dynamodb.SequenceNumber }] };
};
