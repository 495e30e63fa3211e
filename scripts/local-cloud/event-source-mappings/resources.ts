import * as z from 'zod/mini';
import type { Functions } from '../lambda/functions.ts';
import { toFunctionArn } from '../lambda/resources.ts';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';
import type { Mappings } from './mappings.ts';

const integerBetween = (from: number, to: number) => z.coerce.number().check(z.int(), z.gte(from), z.lte(to));

const commonProperties = {
  FunctionName: z.string(),
  BatchSize: integerBetween(1, 10_000),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
};
const queueMapping = z.strictObject({
  ...commonProperties,
  EventSourceArn: z.string().check(z.startsWith('arn:aws:sqs:')),
  ScalingConfig: z.optional(z.strictObject({ MaximumConcurrency: integerBetween(2, 1000) })),
});
const streamMapping = z.strictObject({
  ...commonProperties,
  EventSourceArn: z
    .string()
    .check(z.startsWith('arn:aws:dynamodb:', 'the local cloud maps streams of tables and queues only')),
  StartingPosition: z.literal('TRIM_HORIZON'),
  BisectBatchOnFunctionError: z.literal(true),
  MaximumRecordAgeInSeconds: integerBetween(60, 604_800),
  // The factor is ignored, because one batch per shard at a time preserves at least the order that AWS preserves.
  ParallelizationFactor: z.optional(integerBetween(1, 10)),
  DestinationConfig: z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) }),
});

/**
 * Creates the resource type `AWS::Lambda::EventSourceMapping` for table streams and queues; unsupported settings are
 * rejected by name. Read permission on the source is not checked here: CDK grants it and infra/grants.test.ts tests
 * it.
 */
export const createEventSourceMappingResourceTypes = (
  mappings: Pick<Mappings, 'add'>,
  functions: Pick<Functions, 'listDefinitions'>,
): Record<string, ResourceType> => {
  return {
    'AWS::Lambda::EventSourceMapping': (resource) => {
      const id = toPhysicalName(resource);
      const isQueue = String(resource.properties['EventSourceArn']).startsWith('arn:aws:sqs:');
      const properties = (isQueue ? queueMapping : streamMapping).parse(resource.properties);
      const arn = toFunctionArn(resource, properties.FunctionName);
      if (!functions.listDefinitions().some((definition) => definition.arn === arn))
        throw new Error(`Function not found: ${arn}`);
      const common = { id, functionArn: arn, sourceArn: properties.EventSourceArn, batchSize: properties.BatchSize };
      if ('DestinationConfig' in properties)
        mappings.add({
          ...common,
          source: 'stream',
          maxRecordAgeSeconds: properties.MaximumRecordAgeInSeconds,
          onFailureArn: properties.DestinationConfig.OnFailure.Destination,
        });
      else mappings.add({ ...common, source: 'queue' });
      return { ref: id };
    },
  };
};
