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

  const tryOnce = async ({ records: batchRecords, failures }: Batch): Promise<Batch[]> => {
    const firstWithinMaxAge = batchRecords.findIndex(isWithinMaxAge);
    const expired = firstWithinMaxAge === -1 ? batchRecords : batchRecords.slice(0, firstWithinMaxAge);
    if (expired.length > 0) {
      await work.discard(expired, failures);
      markDone(expired);
    }
    const records = batchRecords.slice(expired.length);
    if (records.length === 0) return [];

    const outcome = await work.invoke(records);
    if (work.isStopped()) return [];
    const firstFailed =
      outcome === 'allFailed' ? 0 : records.findIndex(({ sequenceNumber }) => outcome.has(sequenceNumber));
    markDone(firstFailed === -1 ? records : records.slice(0, firstFailed));
    if (firstFailed === -1) return [];
    const remaining = records.slice(firstFailed);
    const half = Math.ceil(remaining.length / 2);
    if (firstFailed === 0 && remaining.length > 1)
      return [
        { records: remaining.slice(0, half), failures },
        { records: remaining.slice(half), failures },
      ];
    // Progress resets the failure count.
    const failureCount = firstFailed > 0 ? 1 : failures + 1;
    await work.pause(Math.min(work.maxRetryDelayMs, minPauseMs * 2 ** Math.min(failureCount - 1, 10)));
    return [{ records: remaining, failures: failureCount }];
  };

  const pendingBatches: Batch[] = allRecords.length === 0 ? [] : [{ records: allRecords, failures: 0 }];
  for (let batch = pendingBatches.shift(); batch && !work.isStopped(); batch = pendingBatches.shift())
    pendingBatches.unshift(...(await tryOnce(batch)));
};
