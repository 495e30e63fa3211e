import * as z from 'zod/mini';
import type { Functions } from '../lambda/functions.ts';
import { functionArn } from '../lambda/resources.ts';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import type { Mappings } from './mappings.ts';

const number = (from: number, to: number) => z.coerce.number().check(z.int(), z.gte(from), z.lte(to));

const shared = {
  FunctionName: z.string(),
  BatchSize: number(1, 10_000),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
};
const ofQueue = z.strictObject({
  ...shared,
  EventSourceArn: z.string().check(z.startsWith('arn:aws:sqs:')),
  ScalingConfig: z.optional(z.strictObject({ MaximumConcurrency: number(2, 1000) })),
});
const ofStream = z.strictObject({
  ...shared,
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
  return {
    'AWS::Lambda::EventSourceMapping': (resource) => {
      const id = physicalName(resource);
      const isOfQueue = String(resource.properties['EventSourceArn']).startsWith('arn:aws:sqs:');
      const given = (isOfQueue ? ofQueue : ofStream).parse(resource.properties);
      const arn = functionArn(resource, given.FunctionName);
      if (!functions.definitions().some((definition) => definition.arn === arn))
        throw new Error(`Function not found: ${arn}`);
      const common = { id, functionArn: arn, sourceArn: given.EventSourceArn, batchSize: given.BatchSize };
      if ('DestinationConfig' in given)
        mappings.add({
          ...common,
          source: 'stream',
          maxRecordAgeSeconds: given.MaximumRecordAgeInSeconds,
          onFailureArn: given.DestinationConfig.OnFailure.Destination,
        });
      else mappings.add({ ...common, source: 'queue' });
      return { ref: id };
    },
  };
};
