import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Mapping, StepContext } from './mapping.ts';
import { createQueueStep } from './queue-step.ts';
import { createStreamReader } from './stream-reader.ts';
import { openCheckpoints, createStreamStep } from './stream-step.ts';

/** Lambda polls a stream four times a second. A queue is polled without pauses, because its calls wait for messages. */
const idlePauseMs = { stream: 250, queue: 0 };
const errorPauseMs = 1000;

/** Returns two for a queue, because AWS processes several batches of it concurrently and in no order. */
const getPollerCount = ({ source }: Mapping) => (source === 'queue' ? 2 : 1);

type Options = StepContext & {
  readonly functions: Functions;
  readonly queues: Queues;
  readonly database: { readonly endpoint: string; readonly client: DynamoDB };
  readonly checkpointFile: string;
};

/** Creates the template's event source mappings. They poll only once everything is deployed. */
export const createMappings = ({ database, checkpointFile, ...context }: Options) => {
  const mappings: Mapping[] = [];
  const pollers: Promise<void>[] = [];
  const stopController = new AbortController();
  const { signal } = stopController;
  const checkpoints = openCheckpoints(checkpointFile);

  const createStep = (mapping: Mapping) => {
    if (mapping.source === 'queue') return createQueueStep({ mapping, ...context });
    const reader = createStreamReader(database.client, database.endpoint, mapping.sourceArn);
    return createStreamStep({ mapping, reader, checkpoints, ...context });
  };

  /** Polls again immediately while there are items, otherwise after a pause. */
  const poll = async (mapping: Mapping, step: (stop: AbortSignal) => Promise<boolean>) => {
    while (!signal.aborted) {
      const pauseMs = await step(signal).then(
        (hadItems) => (hadItems ? 0 : idlePauseMs[mapping.source]),
        (error: unknown) => {
          if (!signal.aborted) context.warn(`The event source mapping ${mapping.id}: ${String(error)}`);
          return errorPauseMs;
        },
      );
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  };

  return {
    add: (mapping: Mapping): void => void mappings.push(mapping),
    start: (): void => {
      for (const mapping of mappings) {
        const step = createStep(mapping);
        for (let count = getPollerCount(mapping); count > 0; count -= 1) pollers.push(poll(mapping, step));
      }
    },
    /** Stops polling; running invocations end with their function. */
    stopPolling: (): void => stopController.abort(),
    waitUntilEnded: async (): Promise<void> => void (await Promise.all(pollers)),
  };
};

export type Mappings = ReturnType<typeof createMappings>;
