import { beforeEach, describe, expect, test } from '@jest/globals';
import { makeResource } from '#scripts/local-cloud/testing/resources.ts';
import { policyDocument } from '../iam/evaluate.ts';
import { createIam } from '../iam/iam.ts';
import type { FunctionDefinition } from '../lambda/function-process.ts';
import type { QueueFacts } from '../sqs/queues.ts';
import type { Mapping } from './mapping.ts';
import { eventSourceMappingResources } from './resources.ts';

const arn = (rest: string) => `arn:aws:${rest.replace('ACCOUNT', 'eu-central-1:000000000000')}`;
const stream = arn('dynamodb:ACCOUNT:table/repairs/stream/1');
const [reports, lost] = [arn('sqs:ACCOUNT:reports'), arn('sqs:ACCOUNT:lost')];
const roleArn = 'arn:aws:iam::000000000000:role/changes';
const streamActions = [
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:DescribeStream',
  'dynamodb:ListStreams',
];
const queueActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

const definition: FunctionDefinition = {
  name: 'changes',
  arn: arn('lambda:ACCOUNT:function:changes'),
  roleArn,
  codeFolder: '',
  handler: 'index.handler',
  environment: {},
  timeoutSeconds: 20,
  memoryMegabytes: 128,
};

describe('an event source mapping', () => {
  let added: Mapping[];
  let queues: Map<string, QueueFacts>;

  beforeEach(() => {
    added = [];
    queues = new Map([
      [reports, { visibilityTimeoutSeconds: 120 }],
      [lost, { visibilityTimeoutSeconds: 30 }],
    ]);
  });

  const make = async (properties: Record<string, unknown>, ...allowed: [Action: string[], Resource: string][]) => {
    const iam = createIam(() => {});
    const Statement = allowed.map(([Action, Resource]) => ({ Effect: 'Allow', Action, Resource }));
    iam.grant(roleArn, policyDocument.parse({ Statement }).Statement);
    const types = eventSourceMappingResources(
      { add: (mapping) => void added.push(mapping) },
      { definitions: () => [definition] },
      { find: (queue) => queues.get(queue), policyOf: () => [] },
      iam,
    );
    return makeResource(types, 'AWS::Lambda::EventSourceMapping', properties);
  };

  const common = {
    FunctionName: 'changes',
    BatchSize: 50,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  };
  const ofQueue = { ...common, EventSourceArn: reports };
  const ofStream = {
    ...common,
    EventSourceArn: stream,
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    MaximumRecordAgeInSeconds: 43_200,
    DestinationConfig: { OnFailure: { Destination: lost } },
  };
  const mayReadStream: [string[], string] = [streamActions, stream];
  const mayTellLoss: [string[], string] = [['sqs:SendMessage'], lost];

  test('is as the template says', async () => {
    await make(ofStream, mayReadStream, mayTellLoss);
    await make(ofQueue, [queueActions, reports]);
    expect(added).toMatchObject([
      { batchSize: 50, source: 'stream', sourceArn: stream, onFailureArn: lost, maxRecordAgeSeconds: 43_200 },
      { batchSize: 50, source: 'queue', sourceArn: reports },
    ]);
  });

  test.each(streamActions)('of a stream is refused without %s', async (missing) => {
    const others = streamActions.filter((action) => action !== missing);
    await expect(make(ofStream, [others, stream], mayTellLoss)).rejects.toThrow(`Cannot access stream ${stream}`);
  });

  test.each(queueActions)('of a queue is refused without %s', async (missing) => {
    const others = queueActions.filter((action) => action !== missing);
    await expect(make(ofQueue, [others, reports])).rejects.toThrow(
      `does not have permissions to call ${missing.replace('sqs:', '')}`,
    );
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a destination that the role may not send to', ofStream, 'permissions to call SendMessage'],
    [
      'a destination that there is not',
      { ...ofStream, DestinationConfig: { OnFailure: { Destination: arn('sqs:ACCOUNT:gone') } } },
      'no queue',
    ],
    ['filters', { ...ofStream, FilterCriteria: { Filters: [] } }, 'FilterCriteria'],
    [
      'another source',
      { ...ofStream, EventSourceArn: arn('kinesis:ACCOUNT:stream/x') },
      'streams of tables and queues only',
    ],
    ['another function', { ...ofStream, FunctionName: 'nobody' }, 'Function not found'],
  ])('is refused by name with %s', async (_, properties, message) => {
    await expect(make(properties, mayReadStream)).rejects.toThrow(message);
    expect(added).toEqual([]);
  });

  test('of a queue that shows its messages again before the function is done is refused', async () => {
    queues.set(reports, { visibilityTimeoutSeconds: 19 });
    await expect(make(ofQueue, [queueActions, reports])).rejects.toThrow(
      'Queue visibility timeout: 19 seconds is less than Function timeout: 20 seconds',
    );
  });
});
