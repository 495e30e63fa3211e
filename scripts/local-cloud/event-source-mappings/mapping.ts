import type { RetrySettings } from './stream-batch.ts';

type Common = {
  /** Same in every run: what has been done is remembered under it. */
  readonly id: string;
  readonly functionArn: string;
  readonly sourceArn: string;
  readonly batchSize: number;
  readonly reportsItemFailures: boolean;
};

/** Changes of a table, in their order. */
export type StreamMapping = Common & {
  readonly source: 'stream';
  readonly retry: RetrySettings;
  /** The queue that hears of changes that were given up. */
  readonly onFailureArn?: string | undefined;
};

/** Messages of a queue, in no order. */
export type QueueMapping = Common & { readonly source: 'queue' };

export type Mapping = StreamMapping | QueueMapping;

/** What mappings work with. */
export type Tools = {
  readonly region: string;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  /** How long a function that failed has rest at most before it gets the same changes again. */
  readonly longestPauseMs: number;
};
