import type { BatchOutcome } from './failed-items.ts';
import type { StreamRecord } from './stream-reader.ts';

type Records = readonly StreamRecord[];

export type RetrySettings = {
  readonly bisect: boolean;
  /** How often a batch that failed is tried again; -1: for ever. */
  readonly retryAttempts: number;
  /** Older ones are given up; -1: never. */
  readonly maxRecordAgeSeconds: number;
};

export type LossCondition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

export type StreamWork = {
  readonly invoke: (records: Records) => Promise<BatchOutcome>;
  readonly pause: (ms: number) => Promise<void>;
  /** Each pause before a further try is twice as long as the one before, up to this. */
  readonly longestPauseMs: number;
  /** Everything up to this record needs no further try. */
  readonly done: (last: StreamRecord) => void;
  readonly giveUp: (records: Records, condition: LossCondition, invocations: number) => Promise<void>;
  readonly now: () => number;
  readonly isStopped: () => boolean;
};

type Batch = { readonly records: Records; readonly failures: number };

const shortestPauseMs = 200;
const pauseMs = (failures: number, longestMs: number) =>
  Math.min(longestMs, shortestPauseMs * 2 ** Math.min(failures - 1, 10));

/**
 * Has a function work through records of one shard, in their order, as Lambda does: a report of the first that failed counts what came
 * before as done; a batch that failed is halved (which is no retry) and tried again, at most so often; what is given up is reported, and the shard goes on.
 */
export const processRecords = async (all: Records, settings: RetrySettings, work: StreamWork): Promise<void> => {
  const { bisect, retryAttempts, maxRecordAgeSeconds } = settings;
  const end = (records: Records) => {
    const last = records.at(-1);
    if (last) work.done(last);
  };
  const lose = async (records: Records, condition: LossCondition, invocations: number) => {
    if (records.length === 0) return;
    await work.giveUp(records, condition, invocations);
    end(records);
  };
  const isTooOld = ({ createdAt }: StreamRecord) =>
    maxRecordAgeSeconds >= 0 && work.now() - createdAt > maxRecordAgeSeconds * 1000;

  const tryOnce = async ({ records: given, failures }: Batch): Promise<Batch[]> => {
    const young = given.findIndex((record) => !isTooOld(record));
    const records = young === -1 ? [] : given.slice(young);
    await lose(given.slice(0, given.length - records.length), 'RecordAgeExceeded', failures);
    if (records.length === 0) return [];

    const failed = await work.invoke(records);
    if (work.isStopped()) return [];
    if (failed === 'throttled') {
      await work.pause(pauseMs(failures + 1, work.longestPauseMs));
      return [{ records, failures }];
    }
    const first = failed === 'all' ? 0 : records.findIndex(({ sequenceNumber }) => failed.has(sequenceNumber));
    end(first === -1 ? records : records.slice(0, first));
    if (first === -1) return [];
    const rest = records.slice(first);
    const half = Math.ceil(rest.length / 2);
    if (bisect && first === 0 && rest.length > 1)
      return [
        { records: rest.slice(0, half), failures },
        { records: rest.slice(half), failures },
      ];
    // Whatever came further begins to count anew.
    const now = first > 0 ? 1 : failures + 1;
    if (retryAttempts >= 0 && now > retryAttempts) {
      await lose(rest, 'RetryAttemptsExhausted', now);
      return [];
    }
    await work.pause(pauseMs(now, work.longestPauseMs));
    return [{ records: rest, failures: now }];
  };

  const waiting: Batch[] = all.length === 0 ? [] : [{ records: all, failures: 0 }];
  for (let batch = waiting.shift(); batch && !work.isStopped(); batch = waiting.shift())
    waiting.unshift(...(await tryOnce(batch)));
};
