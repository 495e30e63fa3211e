import * as z from 'zod/mini';
import type { Iam } from '../iam/iam.ts';
import type { FunctionDefinition } from '../lambda/function-process.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Resource, ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import type { Mappings } from './mappings.ts';

const number = (from: number, to: number) => z.coerce.number().check(z.int(), z.gte(from), z.lte(to));

const properties = z.strictObject({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  Enabled: z._default(z.coerce.boolean(), true),
  BatchSize: z.optional(number(1, 10_000)),
  // Nobody waits for a batch to fill up here.
  MaximumBatchingWindowInSeconds: z.optional(number(0, 300)),
  FunctionResponseTypes: z._default(z.array(z.literal('ReportBatchItemFailures')), []),
  StartingPosition: z.optional(z.literal('TRIM_HORIZON')),
  BisectBatchOnFunctionError: z._default(z.coerce.boolean(), false),
  MaximumRetryAttempts: z._default(number(-1, 10_000), -1),
  MaximumRecordAgeInSeconds: z._default(number(-1, 604_800), -1),
  // One batch of a shard at a time, which keeps every order that AWS keeps.
  ParallelizationFactor: z.optional(number(1, 10)),
  DestinationConfig: z.optional(z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) })),
  ScalingConfig: z.optional(z.strictObject({ MaximumConcurrency: number(2, 1000) })),
  Tags: z.optional(z.array(z.unknown())),
});

const streamActions = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'];
const queueActions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

type Options = {
  readonly mappings: Pick<Mappings, 'add'>;
  readonly functions: Pick<Functions, 'definitions'>;
  readonly queues: Pick<Queues, 'find' | 'policyOf'>;
  readonly iam: Pick<Iam, 'mayRole'>;
};

/** `AWS::Lambda::EventSourceMapping` of a table's stream or a queue. What AWS would refuse at deployment is refused, what nobody emulates by name. */
export const eventSourceMappingResources = ({
  mappings,
  functions,
  queues,
  iam,
}: Options): Record<string, ResourceType> => {
  const functionOf = ({ place }: Resource, name: string): FunctionDefinition => {
    const arn = name.startsWith('arn:') ? name : `arn:aws:lambda:${place.region}:${place.accountId}:function:${name}`;
    const found = functions.definitions().find((definition) => definition.arn === arn);
    if (!found) throw new Error(`Function not found: ${arn}`);
    return found;
  };

  const requireQueue = ({ roleArn }: FunctionDefinition, actions: readonly string[], queueArn: string) => {
    const queue = queues.find(queueArn);
    if (!queue) throw new Error(`The local cloud has no queue ${queueArn}`);
    for (const action of actions) {
      if (iam.mayRole(roleArn, `sqs:${action}`, queueArn, { resourcePolicy: queues.policyOf(queueArn) })) continue;
      throw new Error(`The provided execution role does not have permissions to call ${action} on SQS (${queueArn})`);
    }
    return queue;
  };

  const requireStream = ({ roleArn }: FunctionDefinition, streamArn: string) => {
    if (streamActions.every((action) => iam.mayRole(roleArn, `dynamodb:${action}`, streamArn))) return;
    throw new Error(
      `Cannot access stream ${streamArn}. Please ensure the role can perform the ${streamActions.join(', ')} Actions on your stream in IAM.`,
    );
  };

  const requireTime = (visibilitySeconds: number, { timeoutSeconds }: FunctionDefinition) => {
    if (visibilitySeconds >= timeoutSeconds) return;
    throw new Error(
      `Queue visibility timeout: ${visibilitySeconds} seconds is less than Function timeout: ${timeoutSeconds} seconds`,
    );
  };

  return {
    'AWS::Lambda::EventSourceMapping': (resource) => {
      const given = properties.parse(resource.properties);
      const { EventSourceArn: sourceArn, DestinationConfig, StartingPosition } = given;
      const definition = functionOf(resource, given.FunctionName);
      const id = physicalName(resource);
      const common = {
        id,
        functionArn: definition.arn,
        sourceArn,
        reportsItemFailures: given.FunctionResponseTypes.length > 0,
      };
      const add = given.Enabled ? mappings.add : () => {};

      if (sourceArn.startsWith('arn:aws:sqs:')) {
        requireTime(requireQueue(definition, queueActions, sourceArn).visibilityTimeoutSeconds, definition);
        if (DestinationConfig) throw new Error('a queue has a dead-letter queue of its own, not a destination');
        add({ ...common, source: 'queue', batchSize: given.BatchSize ?? 10 });
      } else if (sourceArn.startsWith('arn:aws:dynamodb:')) {
        requireStream(definition, sourceArn);
        if (!StartingPosition) throw new Error('a stream needs a StartingPosition');
        const onFailureArn = DestinationConfig?.OnFailure.Destination;
        if (onFailureArn !== undefined) requireQueue(definition, ['SendMessage'], onFailureArn);
        const {
          BisectBatchOnFunctionError: bisect,
          MaximumRetryAttempts: retryAttempts,
          MaximumRecordAgeInSeconds: maxRecordAgeSeconds,
        } = given;
        const retry = { bisect, retryAttempts, maxRecordAgeSeconds };
        add({
          ...common,
          source: 'stream',
          batchSize: given.BatchSize ?? 100,
          retry,
          onFailureArn,
        });
      } else throw new Error(`the local cloud maps streams of tables and queues only, not ${sourceArn}`);
      return { ref: id, attributes: { Id: id } };
    },
  };
};
