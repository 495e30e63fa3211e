import * as z from 'zod/mini';
import type { Functions } from '../lambda/functions.ts';
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

/** `AWS::Lambda::EventSourceMapping` of a table's stream or a queue; what nobody emulates is refused by name. That a role may read there is held by CDK, and infra/grants.test.ts. */
export const eventSourceMappingResources = (
  mappings: Pick<Mappings, 'add'>,
  functions: Pick<Functions, 'definitions'>,
): Record<string, ResourceType> => {
  const functionArnOf = ({ place }: Resource, name: string): string => {
    const arn = name.startsWith('arn:') ? name : `arn:aws:lambda:${place.region}:${place.accountId}:function:${name}`;
    if (!functions.definitions().some((definition) => definition.arn === arn))
      throw new Error(`Function not found: ${arn}`);
    return arn;
  };

  return {
    'AWS::Lambda::EventSourceMapping': (resource) => {
      const id = physicalName(resource);
      const { properties } = resource;
      if (String(properties['EventSourceArn']).startsWith('arn:aws:sqs:')) {
        const { EventSourceArn: sourceArn, BatchSize: batchSize, FunctionName } = ofQueue.parse(properties);
        mappings.add({ id, functionArn: functionArnOf(resource, FunctionName), sourceArn, batchSize, source: 'queue' });
      } else {
        const { EventSourceArn: sourceArn, BatchSize: batchSize, ...given } = ofStream.parse(properties);
        mappings.add({
          id,
          functionArn: functionArnOf(resource, given.FunctionName),
          sourceArn,
          batchSize,
          source: 'stream',
          maxRecordAgeSeconds: given.MaximumRecordAgeInSeconds,
          onFailureArn: given.DestinationConfig.OnFailure.Destination,
        });
      }
      return { ref: id };
    },
  };
};
