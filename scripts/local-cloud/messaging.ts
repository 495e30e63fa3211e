import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openCheckpoints } from './event-source-mappings/checkpoints.ts';
import { createMappings } from './event-source-mappings/mappings.ts';
import { queueStep } from './event-source-mappings/queue-step.ts';
import { streamReader } from './event-source-mappings/stream-reader.ts';
import { streamStep } from './event-source-mappings/stream-step.ts';
import { createEventBridge } from './events/event-bridge.ts';
import { createSchedules } from './events/schedules.ts';
import type { Fauxqs } from './fauxqs.ts';
import type { Iam } from './iam/iam.ts';
import type { Functions } from './lambda/functions.ts';
import type { Ports } from './ports.ts';
import { sqsProxy } from './sqs/proxy.ts';
import { createQueues } from './sqs/queues.ts';

type Options = {
  readonly server: Fauxqs;
  readonly checkpointFile: string;
  readonly region: string;
  readonly accountId: string;
  readonly database: { readonly endpoint: string; readonly client: DynamoDBClient };
  readonly iam: Iam;
  readonly functions: Functions;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  readonly longestPauseMs: number;
  readonly open: Ports['open'];
  readonly onClose: (close: () => void | Promise<void>) => void;
};

/** Starts what carries messages: queues, event buses, and what hands their messages and the tables' changes to functions. */
export const startMessaging = async (options: Options) => {
  const {
    server,
    checkpointFile,
    region,
    accountId,
    database,
    iam,
    functions,
    now,
    warn,
    longestPauseMs,
    open,
    onClose,
  } = options;
  const { allow, callerOf } = iam;
  const queues = createQueues(server.endpoint, { region, accountId });
  onClose(queues.close);

  const queueUrl = (name: string) => `${sqs}/${accountId}/${name}`;
  const proxy = sqsProxy({ endpoint: server.endpoint, queues, urlOf: queueUrl, region, accountId, allow, callerOf });
  const sqs = await open(proxy, 'SQS');

  const bridge = createEventBridge({ region, accountId, now, queues, warn, allow, callerOf });

  const schedules = createSchedules({ region, accountId, functions, now, warn });

  const checkpoints = openCheckpoints(checkpointFile);
  const mappings = createMappings((mapping) => {
    if (mapping.source === 'queue') return queueStep({ mapping, functions, queues, region });
    const reader = streamReader(database.client, database.endpoint, mapping.sourceArn);
    return streamStep({ mapping, reader, functions, queues, checkpoints, region, now, warn, longestPauseMs });
  }, warn);
  return {
    queues,
    queueUrl,
    bridge,
    schedules,
    mappings,
    endpoints: { SQS: sqs, EVENTBRIDGE: await open(bridge.listener, 'EVENTBRIDGE') },
  };
};
