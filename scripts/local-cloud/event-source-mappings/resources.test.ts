import { expect, test } from '@jest/globals';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import type { FunctionDefinition } from '../lambda/function-process.ts';
import type { Mapping } from './mapping.ts';
import { createEventSourceMappingResourceTypes } from './resources.ts';

const toArn = (path: string) => `arn:aws:${path.replace('ACCOUNT', 'eu-central-1:000000000000')}`;
const streamArn = toArn('dynamodb:ACCOUNT:table/repairs/stream/1');
const queueArn = toArn('sqs:ACCOUNT:reports');
const deadLettersArn = toArn('sqs:ACCOUNT:lost');
const changesFunction = { arn: toArn('lambda:ACCOUNT:function:changes') } as FunctionDefinition;

const addedMappings: Mapping[] = [];
const types = createEventSourceMappingResourceTypes(
  { add: (mapping) => void addedMappings.push(mapping) },
  { listDefinitions: () => [changesFunction] },
);
const makeMapping = async (properties: Record<string, unknown>) =>
  makeResource(types, 'AWS::Lambda::EventSourceMapping', properties);

const common = { FunctionName: 'changes', BatchSize: 50, FunctionResponseTypes: ['ReportBatchItemFailures'] };
const streamProperties = {
  ...common,
  EventSourceArn: streamArn,
  StartingPosition: 'TRIM_HORIZON',
  BisectBatchOnFunctionError: true,
  MaximumRecordAgeInSeconds: 43_200,
  DestinationConfig: { OnFailure: { Destination: deadLettersArn } },
};

test('creates mappings as in the template and rejects unsupported settings by name', async () => {
  await makeMapping(streamProperties);
  await makeMapping({ ...common, EventSourceArn: queueArn });
  for (const [change, message] of [
    [{ FilterCriteria: { Filters: [] } }, 'FilterCriteria'],
    [{ EventSourceArn: toArn('kinesis:ACCOUNT:stream/x') }, 'streams of tables and queues only'],
    [{ FunctionName: 'nobody' }, 'Function not found'],
  ] as const)
    await expect(makeMapping({ ...streamProperties, ...change })).rejects.toThrow(message);
  expect(addedMappings).toMatchObject([
    {
      batchSize: 50,
      source: 'stream',
      sourceArn: streamArn,
      onFailureArn: deadLettersArn,
      maxRecordAgeSeconds: 43_200,
    },
    { batchSize: 50, source: 'queue', sourceArn: queueArn },
  ]);
});
