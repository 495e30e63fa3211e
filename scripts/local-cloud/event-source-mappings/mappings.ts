import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Mapping, Tools } from './mapping.ts';
import { queueStep } from './queue-step.ts';
import { streamReader } from './stream-reader.ts';
import { openCheckpoints, streamStep } from './stream-step.ts';

/** Lambda asks streams four times a second; a little sooner costs nothing here. */
const idleMs = 200;
const afterFailureMs = 1000;

/** A queue has no order, and on AWS several batches of it are worked on at once: so it is here. */
const pollersOf = ({ source }: Mapping) => (source === 'queue' ? 2 : 1);

type Options = Tools & {
  readonly functions: Functions;
  readonly queues: Queues;
  readonly database: { readonly endpoint: string; readonly client: DynamoDB };
  readonly checkpointFile: string;
};

/** The template's event source mappings. They begin to ask when everything is deployed. */
export const createMappings = ({ database, checkpointFile, ...tools }: Options) => {
  const mappings: Mapping[] = [];
  const pollers: Promise<void>[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const checkpoints = openCheckpoints(checkpointFile);

  const stepOf = (mapping: Mapping) => {
    if (mapping.source === 'queue') return queueStep({ mapping, ...tools });
    const reader = streamReader(database.client, database.endpoint, mapping.sourceArn);
    return streamStep({ mapping, reader, checkpoints, ...tools });
  };

  /** At once again while there is something to do, otherwise after a rest. */
  const poll = async (mapping: Mapping, step: (stop: AbortSignal) => Promise<boolean>) => {
    while (!signal.aborted) {
      const restMs = await step(signal).then(
        (wasBusy) => (wasBusy ? 0 : idleMs),
        (error: unknown) => {
          if (!signal.aborted) tools.warn(`The event source mapping ${mapping.id}: ${String(error)}`);
          return afterFailureMs;
        },
      );
      if (restMs > 0) await wait(restMs, undefined, { signal }).catch(() => {});
    }
  };

  return {
    add: (mapping: Mapping): void => void mappings.push(mapping),
    start: (): void => {
      for (const mapping of mappings) {
        const step = stepOf(mapping);
        for (let count = pollersOf(mapping); count > 0; count -= 1) pollers.push(poll(mapping, step));
      }
    },
    /** Nothing new begins. What is under way ends when its function does. */
    halt: (): void => stopping.abort(),
    ended: async (): Promise<void> => void (await Promise.all(pollers)),
  };
};

export type Mappings = ReturnType<typeof createMappings>;
