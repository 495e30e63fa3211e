import * as z from 'zod/mini';
import type { Iam } from '../iam/iam.ts';
import type { FunctionDefinition } from '../lambda/function-process.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Resource, ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import type { Mappings } from './mappings.ts';

const number = (from: number, to: number) => z.coerce.number().check(z.int(), z.gte(from), z.lte(to));

const common = {
  FunctionName: z.string(),
  BatchSize: number(1, 10_000),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
};
const ofQueue = z.strictObject({
  ...common,
  EventSourceArn: z.string().check(z.startsWith('arn:aws:sqs:')),
  ScalingConfig: z.optional(z.strictObject({ MaximumConcurrency: number(2, 1000) })),
});
const ofStream = z.strictObject({
  ...common,
  EventSourceArn: z
    .string()
    .check(z.startsWith('arn:aws:dynamodb:', 'the local cloud maps streams of tables and queues only')),
  StartingPosition: z.literal('TRIM_HORIZON'),
  BisectBatchOnFunctionError: z.literal(true),
  MaximumRecordAgeInSeconds: number(60, 604_800),
  // One batch of a shard at a time, which keeps every order that AWS keeps.
  ParallelizationFactor: z.optional(number(1, 10)),
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) }),
});

const streamActions = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'];
const queueActions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

/** `AWS::Lambda::EventSourceMapping` of a table's stream or a queue. What AWS would refuse at deployment is refused, what nobody emulates by name. */
export const eventSourceMappingResources = (
  mappings: Pick<Mappings, 'add'>,
  functions: Pick<Functions, 'definitions'>,
  queues: Pick<Queues, 'find' | 'policyOf'>,
  iam: Pick<Iam, 'mayRole'>,
): Record<string, ResourceType> => {
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

  return {
    'AWS::Lambda::EventSourceMapping': (resource) => {
      const id = physicalName(resource);
      const { properties } = resource;
      if (String(properties['EventSourceArn']).startsWith('arn:aws:sqs:')) {
        const { EventSourceArn: sourceArn, BatchSize: batchSize, FunctionName } = ofQueue.parse(properties);
        const definition = functionOf(resource, FunctionName);
        const { visibilityTimeoutSeconds: visible } = requireQueue(definition, queueActions, sourceArn);
        const { timeoutSeconds: longest } = definition;
        if (visible < longest)
          throw new Error(
            `Queue visibility timeout: ${visible} seconds is less than Function timeout: ${longest} seconds`,
          );
        mappings.add({ id, functionArn: definition.arn, sourceArn, batchSize, source: 'queue' });
      } else {
        const { EventSourceArn: sourceArn, BatchSize: batchSize, ...given } = ofStream.parse(properties);
        const definition = functionOf(resource, given.FunctionName);
        requireStream(definition, sourceArn);
        const onFailureArn = given.DestinationConfig.OnFailure.Destination;
        requireQueue(definition, ['SendMessage'], onFailureArn);
        const maxRecordAgeSeconds = given.MaximumRecordAgeInSeconds;
        const functionArn = definition.arn;
        mappings.add({ id, functionArn, sourceArn, batchSize, source: 'stream', maxRecordAgeSeconds, onFailureArn });
      }
      return { ref: id, attributes: { Id: id } };
    },
  };
};
