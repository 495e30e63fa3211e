import type { BatchOutcome } from './mapping.ts';
import type { StreamRecord } from './stream-reader.ts';

type Records = readonly StreamRecord[];

type StreamWork = {
  readonly invoke: (records: Records) => Promise<BatchOutcome>;
  readonly pause: (ms: number) => Promise<void>;
  /** Maximum pause before a retry; each pause is twice as long as the previous one. */
  readonly maxRetryDelayMs: number;
  /** Marks all records up to this one as processed. */
  readonly markDone: (last: StreamRecord) => void;
  /** Called with records that are too old, and the number of invocations so far. */
  readonly discard: (records: Records, invocations: number) => Promise<void>;
  readonly now: () => number;
  readonly isStopped: () => boolean;
};

type Batch = { readonly records: Records; readonly failures: number };

const minPauseMs = 200;

/**
 * Processes records of one shard in order, as Lambda does: the records before a reported failure are done; a
 * failed batch is bisected and retried until it is too old; discarded records are reported, and processing continues.
 */
export const processRecords = async (
  allRecords: Records,
  maxRecordAgeSeconds: number,
  work: StreamWork,
): Promise<void> => {
  const markDone = (records: Records) => {
    const last = records.at(-1);
    if (last) work.markDone(last);
  };
  const isWithinMaxAge = ({ createdAt }: StreamRecord) => work.now() - createdAt <= maxRecordAgeSeconds * 1000;

  /** Invokes the function once for the batch, and returns the batches that remain to be processed. */
  const processBatch = async ({ records: batchRecords, failures }: Batch): Promise<Batch[]> => {
    const firstIndexWithinMaxAge = batchRecords.findIndex(isWithinMaxAge);
    const expiredRecords = firstIndexWithinMaxAge === -1 ? batchRecords : batchRecords.slice(0, firstIndexWithinMaxAge);
    if (expiredRecords.length > 0) {
      await work.discard(expiredRecords, failures);
      markDone(expiredRecords);
    }
    const records = batchRecords.slice(expiredRecords.length);
    if (records.length === 0) return [];

    const outcome = await work.invoke(records);
    if (work.isStopped()) return [];
    const firstFailedIndex =
      outcome === 'allFailed' ? 0 : records.findIndex(({ sequenceNumber }) => outcome.has(sequenceNumber));
    markDone(firstFailedIndex === -1 ? records : records.slice(0, firstFailedIndex));
    if (firstFailedIndex === -1) return [];
    const remainingRecords = records.slice(firstFailedIndex);
    const half = Math.ceil(remainingRecords.length / 2);
    if (firstFailedIndex === 0 && remainingRecords.length > 1)
      return [
        { records: remainingRecords.slice(0, half), failures },
        { records: remainingRecords.slice(half), failures },
      ];
    // If the records before the first failure succeeded, the failure count starts again.
    const failureCount = firstFailedIndex > 0 ? 1 : failures + 1;
    await work.pause(Math.min(work.maxRetryDelayMs, minPauseMs * 2 ** Math.min(failureCount - 1, 10)));
    return [{ records: remainingRecords, failures: failureCount }];
  };

  const pendingBatches: Batch[] = allRecords.length === 0 ? [] : [{ records: allRecords, failures: 0 }];
  for (let batch = pendingBatches.shift(); batch && !work.isStopped(); batch = pendingBatches.shift())
    pendingBatches.unshift(...(await processBatch(batch)));
};
