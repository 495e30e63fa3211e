import { beforeEach, describe, expect, test } from '@jest/globals';
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
  runtime: 'nodejs24.x',
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
    const types = eventSourceMappingResources({
      mappings: { add: (mapping) => void added.push(mapping) },
      functions: { definitions: () => [definition] },
      queues: { find: (queue) => queues.get(queue), policyOf: () => [] },
      iam,
    });
    const place = { stackName: 'shop', region: 'eu-central-1', accountId: '000000000000', assets: new Map() };
    const type = 'AWS::Lambda::EventSourceMapping';
    return types[type]?.({ logicalId: 'Mapping', type, properties: { FunctionName: 'changes', ...properties }, place });
  };

  const ofStream = {
    EventSourceArn: stream,
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 50,
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: '20',
    MaximumRecordAgeInSeconds: 43_200,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    DestinationConfig: { OnFailure: { Destination: lost } },
    ParallelizationFactor: 1,
  };
  const mayReadStream: [string[], string] = [streamActions, stream];
  const mayTellLoss: [string[], string] = [['sqs:SendMessage'], lost];

  test('of a stream is as the template says', async () => {
    await make(ofStream, mayReadStream, mayTellLoss);
    expect(added).toMatchObject([
      {
        source: 'stream',
        functionArn: definition.arn,
        sourceArn: stream,
        batchSize: 50,
        reportsItemFailures: true,
        onFailureArn: lost,
        retry: { bisect: true, retryAttempts: 20, maxRecordAgeSeconds: 43_200 },
      },
    ]);
  });

  test('of a queue needs no more than its permissions', async () => {
    await make({ EventSourceArn: reports, FunctionName: definition.arn }, [queueActions, reports]);
    expect(added).toMatchObject([{ source: 'queue', sourceArn: reports, batchSize: 10, reportsItemFailures: false }]);
  });

  test('that is disabled does nothing', async () => {
    await make({ EventSourceArn: reports, Enabled: false }, [queueActions, reports]);
    expect(added).toEqual([]);
  });

  test.each(streamActions)('of a stream is refused without %s', async (missing) => {
    const others = streamActions.filter((action) => action !== missing);
    await expect(make(ofStream, [others, stream], mayTellLoss)).rejects.toThrow(`Cannot access stream ${stream}`);
  });

  test.each(queueActions)('of a queue is refused without %s', async (missing) => {
    const others = queueActions.filter((action) => action !== missing);
    await expect(make({ EventSourceArn: reports }, [others, reports])).rejects.toThrow(
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
    ['no starting position', { EventSourceArn: stream }, 'StartingPosition'],
    ['an unknown property', { ...ofStream, TumblingWindowInSeconds: 10 }, 'TumblingWindowInSeconds'],
    ['filters', { ...ofStream, FilterCriteria: { Filters: [] } }, 'FilterCriteria'],
    ['another source', { EventSourceArn: arn('kinesis:ACCOUNT:stream/x') }, 'not arn:aws:kinesis'],
    ['another function', { ...ofStream, FunctionName: 'nobody' }, 'Function not found'],
  ])('is refused by name with %s', async (_, properties, message) => {
    await expect(make(properties, mayReadStream)).rejects.toThrow(message);
    expect(added).toEqual([]);
  });

  test('of a queue that shows its messages again before the function is done is refused', async () => {
    queues.set(reports, { visibilityTimeoutSeconds: 19 });
    await expect(make({ EventSourceArn: reports }, [queueActions, reports])).rejects.toThrow(
      'Queue visibility timeout: 19 seconds is less than Function timeout: 20 seconds',
    );
  });
});
