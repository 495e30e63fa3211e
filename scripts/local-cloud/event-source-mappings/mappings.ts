import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Mapping, Tools } from './mapping.ts';
import { startPoller } from './poller.ts';
import type { Poller } from './poller.ts';
import { queueStep } from './queue-step.ts';
import { streamReader } from './stream-reader.ts';
import { openCheckpoints, streamStep } from './stream-step.ts';

/** Lambda asks streams four times a second; a little sooner costs nothing here. */
const idleMs = 200;

/** A queue has no order, and on AWS several batches of it are worked on at once: so it is here. */
const pollersOf = ({ source }: Mapping) => (source === 'queue' ? 2 : 1);

type Options = Tools & {
  readonly functions: Functions;
  readonly queues: Queues;
  readonly database: { readonly endpoint: string; readonly client: DynamoDBClient };
  readonly checkpointFile: string;
};

/** The template's event source mappings. They begin to ask when everything is deployed. */
export const createMappings = ({ database, checkpointFile, ...tools }: Options) => {
  const mappings: Mapping[] = [];
  const pollers: Poller[] = [];
  const checkpoints = openCheckpoints(checkpointFile);

  const stepOf = (mapping: Mapping) => {
    if (mapping.source === 'queue') return queueStep({ mapping, ...tools });
    const reader = streamReader(database.client, database.endpoint, mapping.sourceArn);
    return streamStep({ mapping, reader, checkpoints, ...tools });
  };

  return {
    add: (mapping: Mapping): void => void mappings.push(mapping),
    start: (): void => {
      for (const mapping of mappings) {
        const step = stepOf(mapping);
        const complain = (message: string) => tools.warn(`The event source mapping ${mapping.id}: ${message}`);
        for (let count = pollersOf(mapping); count > 0; count -= 1) pollers.push(startPoller(step, idleMs, complain));
      }
    },
    /** Nothing new begins. What is under way ends when its function does. */
    halt: (): void => {
      for (const { stop } of pollers) stop();
    },
    ended: async (): Promise<void> => {
      await Promise.all(pollers.map(({ ended }) => ended));
    },
  };
};

export type Mappings = ReturnType<typeof createMappings>;
