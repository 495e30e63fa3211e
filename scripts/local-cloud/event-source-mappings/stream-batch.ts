import type { BatchOutcome } from './mapping.ts';
import type { StreamRecord } from './stream-reader.ts';

type Records = readonly StreamRecord[];

type StreamWork = {
  readonly invoke: (records: Records) => Promise<BatchOutcome>;
  readonly pause: (ms: number) => Promise<void>;
  /** Each pause before a further try is twice as long as the one before, up to this. */
  readonly longestPauseMs: number;
  /** Everything up to this record needs no further try. */
  readonly done: (last: StreamRecord) => void;
  /** Told of records that are too old, and how often they were tried. */
  readonly giveUp: (records: Records, invocations: number) => Promise<void>;
  readonly now: () => number;
  readonly isStopped: () => boolean;
};

type Batch = { readonly records: Records; readonly failures: number };

const shortestPauseMs = 200;

/**
 * Has a function work through records of one shard, in their order, as Lambda does: a report of the first that failed counts what came
 * before as done; a batch that failed is halved and tried again until it is too old; what is given up is reported, and the shard goes on.
 */
export const processRecords = async (all: Records, maxRecordAgeSeconds: number, work: StreamWork): Promise<void> => {
  const end = (records: Records) => {
    const last = records.at(-1);
    if (last) work.done(last);
  };
  const isYoung = ({ createdAt }: StreamRecord) => work.now() - createdAt <= maxRecordAgeSeconds * 1000;

  const tryOnce = async ({ records: given, failures }: Batch): Promise<Batch[]> => {
    const young = given.findIndex(isYoung);
    const old = young === -1 ? given : given.slice(0, young);
    if (old.length > 0) {
      await work.giveUp(old, failures);
      end(old);
    }
    const records = given.slice(old.length);
    if (records.length === 0) return [];

    const failed = await work.invoke(records);
    if (work.isStopped()) return [];
    const first = failed === 'all' ? 0 : records.findIndex(({ sequenceNumber }) => failed.has(sequenceNumber));
    end(first === -1 ? records : records.slice(0, first));
    if (first === -1) return [];
    const rest = records.slice(first);
    const half = Math.ceil(rest.length / 2);
    if (first === 0 && rest.length > 1)
      return [
        { records: rest.slice(0, half), failures },
        { records: rest.slice(half), failures },
      ];
    // Whatever came further begins to count anew.
    const now = first > 0 ? 1 : failures + 1;
    await work.pause(Math.min(work.longestPauseMs, shortestPauseMs * 2 ** Math.min(now - 1, 10)));
    return [{ records: rest, failures: now }];
  };

  const waiting: Batch[] = all.length === 0 ? [] : [{ records: all, failures: 0 }];
  for (let batch = waiting.shift(); batch && !work.isStopped(); batch = waiting.shift())
    waiting.unshift(...(await tryOnce(batch)));
};
